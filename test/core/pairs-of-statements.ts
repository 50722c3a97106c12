/**
 * Pairs of statements as people write them, the older first, one pair a line. They were written before the rules that are tried with them;
 * those of an even line were tried only when the rules stood (one of these, that "every" begins no phrase, was mended after that).
 */
import type { MemoryType } from '../../src/contract/memory.ts';

export interface Pair {
  readonly type: MemoryType;
  readonly older: string;
  readonly newer: string;
}

/** One subject, and only the newer can be true today. */
export const CONFLICTING = pairs(`
decision: Feature flags are kept in LaunchDarkly. | Feature flags are kept in a table of our own.
decision: Invoices are numbered per customer. | Invoices are numbered per year.
convention: Name migration files after the ticket. | Name migration files after the date they were written.
convention: Commit messages begin with the ticket number. | Commit messages begin with a verb.
preference: I prefer long explanations for reviews. | I prefer three short bullets for reviews.
preference: Answer me in German. | Answer me in English.
runbook: To restore a backup run restore.sh on the database host. | To restore a backup run pg_restore from the bastion.
runbook: To rotate the signing key, use the admin console. | To rotate the signing key, run keys rotate on any worker.
insight: The search index is rebuilt every night. | The search index is rebuilt after each import.
insight: Thumbnails are generated when a picture is uploaded. | Thumbnails are generated on first request.
decision: Refunds are approved by the finance team. | Refunds are approved by the support lead.
decision: The owner of the billing module is Mara. | The owner of the billing module is Tomas.
decision: Customer names are shown in full. | Customer names are shown with initials only.
decision: Sessions are kept in Redis. | Sessions are kept in signed cookies.
convention: Errors are returned as plain strings. | Errors are returned as problem documents.
convention: Put integration tests next to the code. | Put integration tests into the top folder called it.
runbook: To get access to production ask Jonas. | To get access to production ask the platform team.
runbook: Run seed.ts to fill the demo shop. | Run make demo to fill the demo shop.
insight: The nightly job takes about an hour. | The nightly job takes about six minutes.
insight: Emails are sent through Sendgrid. | Emails are sent through our own relay.
preference: I like commit messages without a body. | I like commit messages with a body that tells why.
preference: Use a table for comparisons. | Use plain sentences for comparisons.
decision: The search page is rendered on the server. | The search page is not rendered on the server any more.
decision: Old orders are archived after two years. | Old orders are archived after the tax audit.
decision: Passwords are hashed with bcrypt. | Passwords are hashed with argon2id.
decision: The base currency is the euro. | The base currency is the Swiss franc.
convention: Public functions are documented with JSDoc. | Public functions are documented in the handbook.
convention: Feature branches are merged by squashing. | Feature branches are merged with a merge commit.
insight: The importer reads one file at a time. | The importer reads eight files at a time.
insight: Webhooks are retried for a day. | Webhooks are not retried.
decision: Guests may check out without an account. | Guests must make an account before they check out.
decision: Prices are stored with tax. | Prices are stored without tax.
runbook: Before a release, freeze the main branch. | Before a release, cut a release branch.
runbook: To clear the cache restart the web workers. | To clear the cache call the purge endpoint.
`);

/** They look alike, and both may be true today. */
export const NO_CONFLICT = pairs(`
decision: Feature flags are kept in LaunchDarkly. | Feature flags are read at start.
decision: Invoices are sent as PDF. | Invoices are sent on the first of the month.
convention: Write commit messages in English. | Write commit messages in the imperative mood.
convention: Tests are named after the invariant. | Test folders are named after the module.
preference: I prefer short answers for questions. | I prefer long answers for reviews.
preference: Show me diffs as a table. | Show me timings as a chart.
runbook: To release, bump the version. | To release, wait until the checks are green.
runbook: To restore a backup stop the workers first. | To restore a backup run restore.sh on the database host.
insight: The search index is rebuilt every night. | The search index is stored on a slow disk.
insight: The export was slow because of a missing index. | The export was slow because of a large join.
decision: Orders are stored in Postgres. | Orders are stored in UTC.
decision: The API is public. | The API is versioned by date.
decision: Uploads are scanned by the worker. | Uploads are scanned for viruses.
decision: The admin page is protected by single sign-on. | The admin page is protected with a second factor.
convention: Use the logger for errors. | Use the logger for slow queries.
convention: Keep helpers in the module that uses them. | Keep fixtures in the folder of the test.
runbook: To see the logs of the worker run logs worker. | To see the logs of the web server run logs web.
runbook: After a deploy run the smoke tests. | After a deploy watch the error rate for ten minutes.
insight: The importer fails on empty files. | The importer fails on files with a byte order mark.
insight: Safari needs the prefix for the mask. | Safari needs a polyfill for dialogs.
preference: Ask me before you delete files. | Ask me before you push.
preference: I like tests with plain names. | I like types with plain names.
decision: The shop is translated into French. | The shop is translated into Polish.
decision: Emails are sent to the customer. | Emails are sent to the warehouse.
decision: Payments are handled by the ledger service. | Payments are handled in minor units.
decision: The cart is saved for guests. | The cart is saved in the browser.
convention: Dates are shown in the zone of the user. | Dates are shown in words on the order page.
convention: Components are tested with Testing Library. | Components are tested in isolation.
insight: The tests are slow on Windows. | The tests are slow on the old runner.
insight: The staging database is reset on Mondays. | The staging database is reset on Thursdays.
decision: Stock is counted in pieces for shops. | Stock is counted in pallets for the warehouse.
decision: We use a queue for emails. | We use a queue for exports.
runbook: To debug the worker set DEBUG=worker. | To debug the worker open port 9229.
runbook: When the disk is full, delete old exports. | When the queue is full, add a worker.
`);

/** They say the same in other words. */
export const TWINS = pairs(`
decision: The package manager is pnpm. | We use pnpm.
convention: Timestamps are stored in UTC. | Store timestamps in UTC.
convention: Use pnpm, not yarn, in this repository. | In this repository we use pnpm, not yarn.
convention: Names of tables are singular. | Table names are singular.
decision: All prices are stored in cents. | Prices are stored in cents.
runbook: After every release tag the commit. | Tag the commit after every release.
runbook: Before each migration, take a snapshot. | Take a snapshot before each migration.
decision: Vitest is our test runner. | Our test runner is Vitest.
decision: Jobs are queued with BullMQ. | We queue jobs with BullMQ.
convention: Logs are written as JSON. | We write logs as JSON.
convention: All dates are stored in UTC. | Store dates in UTC.
convention: Tests for reducers live beside them. | Tests for reducers live beside them, always.
decision: The ORM is Drizzle. | We use Drizzle as the ORM.
decision: Our formatter is Biome. | We use Biome as formatter.
decision: The bodies of requests are validated with Zod. | Request bodies are validated with Zod.
decision: Errors of the gateway are logged at level warn. | Gateway errors are logged at level warn.
preference: I prefer tabs. | My preference is tabs.
preference: The user prefers short answers. | I like short answers.
convention: Format code with Prettier. | Code is formatted with Prettier.
convention: Write every test in TypeScript. | Every test is written in TypeScript.
runbook: When the queue is stuck, restart the worker. | Restart the worker when the queue is stuck.
runbook: If the build fails, clear the cache. | Clear the cache if the build fails.
decision: Images are stored in S3. | We store all images in S3.
decision: We test with Vitest. | Tests run with Vitest.
decision: Our web framework is Fastify. | Fastify is our web framework.
decision: Use esbuild as the bundler. | The bundler is esbuild.
convention: Use UTC for timestamps. | For timestamps use UTC.
convention: Every endpoint is documented in OpenAPI. | Document every endpoint in OpenAPI.
decision: Secrets are kept in Doppler. | Keep secrets in Doppler.
decision: Sessions are held in Redis. | Hold sessions in Redis.
convention: In tests we use the fake clock, not the real one. | Use the fake clock in tests, not the real one.
runbook: On every incident write a report. | Write a report on every incident.
`);

/** They nearly say the same, and do not: each stands. */
export const NEAR_TWINS = pairs(`
decision: The package manager is pnpm. | We use pnpm in the web folder.
convention: Timestamps are stored in UTC. | Timestamps are shown in UTC.
convention: Use pnpm, not yarn, in this repository. | Use pnpm, not yarn, in the web folder.
convention: Names of tables are singular. | Names of columns are singular.
decision: All prices are stored in cents. | Some prices are stored in cents.
runbook: After every release tag the commit. | Before every release tag the commit.
runbook: Before each migration, take a snapshot. | Before each migration, check a snapshot.
decision: Vitest is our test runner. | Vitest is slow.
decision: Jobs are queued with BullMQ. | Jobs were queued with BullMQ.
convention: Logs are written as JSON. | Logs are not written as JSON.
convention: Not all dates are stored in UTC. | Dates are stored in UTC.
convention: Tests for reducers live beside them. | Tests for selectors live beside them.
decision: The ORM is Drizzle. | The ORM of the old shop is Drizzle.
decision: We use Biome as formatter. | We use Biome as linter.
decision: The users of the team see reports. | The team of the users sees reports.
decision: Errors of the gateway are logged at level warn. | Errors of the worker are logged at level warn.
preference: I prefer tabs. | I prefer tabs in Makefiles.
preference: The user prefers short answers. | The user prefers short questions.
convention: Format code with Prettier. | Code was formatted with Prettier.
convention: Write every test in TypeScript. | Write every new test in TypeScript.
runbook: When the queue is stuck, restart the worker. | When the queue is stuck, restart the web server.
runbook: If the build fails, clear the cache. | Unless the build fails, clear the cache.
decision: Images are stored in S3. | Images are cached in S3.
decision: We test with Vitest. | We test without Vitest.
decision: The web framework is Fastify. | The web framework is fast.
decision: Use esbuild as the bundler. | Use esbuild for the workers.
convention: Use UTC for timestamps. | Use UTC for birthdays.
convention: Every endpoint is documented in OpenAPI. | Every public endpoint is documented in OpenAPI.
decision: Secrets are kept in Doppler. | Secrets are kept out of Doppler.
decision: Sessions of guests are held in Redis. | Guests of sessions are held in Redis.
convention: In tests we use the fake clock, not the real one. | In demos we use the fake clock, not the real one.
runbook: On every incident write a report. | On every incident read a report.
`);

function pairs(table: string): readonly Pair[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [, type, older, newer] = /^(\w+): (.+) \| (.+)$/.exec(line) ?? [];
      if (type === undefined || older === undefined || newer === undefined) throw new Error(`no pair: ${line}`);
      return { type: type as MemoryType, older, newer };
    });
}
