import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned } from './facts.ts';
import { DECIDED, DECISION, inWorld } from './in-world.ts';
import { type Turn, textsOf } from './model.ts';
import { isSince } from './versions.ts';

const RULE = 'Every invoice number is drawn from the ledger sequence and must never be reused after a rollback.';
const AUDIT = 'Auditors read the southern ledger on the last Friday of the month.';
const CODE = 'export const retryBudget = Math.ceil(moonstoneQuota / windowSeconds);';
const NOTE = 'The harbour team renews its certificates on the ninth of every March.';

const ERRAND = 'Read the file about the moonstone quota.';

const call = (name: string, input: object): Turn => ({ calls: [{ name, input }] });

describe('a session with many tools', () => {
  it('sends no line of the repository, and what the person decided', async () => {
    const { client, served, sent, delivered } = await inWorld();
    const { repository } = client.world;
    const at = (name: string) => join(repository, name);
    writeFileSync(at('CLAUDE.md'), `# Rules\n\n${RULE}\n`);
    writeFileSync(at('docs/audit.md'), `${AUDIT}\n`);
    writeFileSync(at('src/budget.ts'), `${CODE}\n`);
    client.model.aside = ({ messages }) =>
      textsOf(messages[0]).includes(ERRAND) ? { text: 'The sub-agent has read it.' } : undefined;
    client.model.says(
      { thinking: 'Let me look.', ...call('Read', { file_path: at('docs/audit.md') }) },
      call('Bash', { command: 'cat CLAUDE.md src/budget.ts', description: 'Read the rules' }),
      call('Read', { file_path: at('src/budget.ts') }),
      call('Edit', { file_path: at('src/budget.ts'), old_string: 'windowSeconds', new_string: 'windowMinutes' }),
      call('Write', { file_path: at('docs/harbour.md'), content: `${NOTE}\n` }),
      call('TaskCreate', { subject: 'Write the retry queue', description: 'On Postgres' }),
      call('TaskUpdate', { taskId: '1', status: 'in_progress' }),
      {
        calls: [
          {
            name: 'Agent',
            input: { description: 'Look', prompt: ERRAND, subagent_type: 'general-purpose' },
          },
        ],
      },
      {
        text: `CLAUDE.md says: ${RULE} And docs/audit.md:\n> ${AUDIT}\nThe code is now\n${CODE.replace('Seconds', 'Minutes')}\nand I noted that ${NOTE}`,
      },
      { text: `Once more, from @docs/harbour.md: ${NOTE}` },
    );
    // Offered in print mode by older clients, and by newer ones at all, only where they are asked for.
    const env = { CLAUDE_CODE_ENABLE_TASKS: '1', CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' };
    await client.print(`Look at @docs/audit.md and tell me. ${DECISION}`, { env });
    await delivered(1);
    await client.print('Thanks. And the harbour?', { args: ['--continue'] });
    await client.world.settled();
    expect(sent()).toContain(DECIDED);
    const everything = JSON.stringify(served.seen);
    for (const line of ['southern ledger', 'ledger sequence', 'retryBudget', 'moonstone', 'harbour team'])
      expect(everything).not.toContain(line);
    const lines = client.lines();
    await pinned('a prompt is a line of its own kind', () => {
      const prompts = lines.filter((line) => /Look at @docs|And the harbour/.test(contentOf(line)));
      const source = isSince('2.1.161') ? 'sdk' : undefined;
      expect(prompts.map((line) => line['promptSource'])).toEqual([source, source]);
      for (const line of prompts) {
        expect(line['toolUseResult']).toBeUndefined();
        // What older clients have instead.
        expect(typeof line['permissionMode']).toBe('string');
      }
    });
    await pinned('files are results and attachments', () => {
      const kindsWith = (text: string) =>
        lines
          .filter((line) => line['type'] === 'user' || line['type'] === 'attachment')
          .filter((line) => JSON.stringify(line).includes(text))
          .map((line) => (line['type'] === 'attachment' ? Object(line['attachment'])['type'] : blockOf(line)));
      expect(kindsWith(AUDIT)).toContain('file');
      expect(kindsWith('retryBudget')).toContain('tool_result');
      expect([...kindsWith(AUDIT), ...kindsWith('retryBudget')]).not.toContain('text');
    });
    await pinned('tasks are tool results', () => {
      const results = lines.map((line) => line['toolUseResult']).filter((one) => typeof one === 'object');
      expect(results).toContainEqual(
        expect.objectContaining({ task: expect.objectContaining({ id: '1', subject: 'Write the retry queue' }) }),
      );
      expect(results).toContainEqual(
        expect.objectContaining({ taskId: '1', statusChange: { from: 'pending', to: 'in_progress' } }),
      );
    });
    await pinned('sub-agents have files of their own', () => {
      expect(lines.filter((line) => line['isSidechain'] === true)).toEqual([]);
      const agents = client.linesOfAgents();
      expect(agents.length).toBeGreaterThan(0);
      for (const line of agents.filter((one) => 'uuid' in one)) expect(line['isSidechain']).toBe(true);
      expect(JSON.stringify(agents)).toContain(ERRAND);
    });
    await pinned('what hooks print is an attachment', () => {
      const written = lines.filter((line) => /recalled-memory|mem0: /.test(JSON.stringify(line)));
      const ofTalk = written.filter((line) => 'uuid' in line);
      expect(ofTalk.length).toBeGreaterThan(0);
      expect(new Set(ofTalk.map((line) => line['type']))).toEqual(new Set(['attachment']));
    });
  });
});

/** A message that is one text. */
function contentOf(line: Readonly<Record<string, unknown>>): string {
  const content: unknown = line['type'] === 'user' ? Object(line['message'])['content'] : '';
  return typeof content === 'string' ? content : '';
}

/** The type of the first block of a message. */
function blockOf(line: Readonly<Record<string, unknown>>): unknown {
  const content: unknown = Object(line['message'])['content'];
  return Array.isArray(content) ? Object(content[0])['type'] : undefined;
}
