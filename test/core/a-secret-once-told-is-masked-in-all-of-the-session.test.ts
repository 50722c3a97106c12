import fc from 'fast-check';
import { expect, test } from 'vitest';
import { captureOf, Script, sentText, sessionStateOf } from '../support/transcripts.ts';

const SECRET = 'quartz-heron-71';
const STATED = 'Decision: the release goes out on Tuesdays, since support has its people there';

test('before and after it is told, whoever repeats it', () => {
  const script = new Script()
    .human(`I tried ${SECRET} on the page for releases and it let me in. ${STATED}`)
    .claude('Then we go on with that page for the next release.')
    .human('the signing pass is quartz-heron-71 if you need it, and we never sign by hand again')
    .claude(`It is in review; ${SECRET} was accepted by the store, so signing is set up.`)
    .human(`always put ${SECRET.toUpperCase()} into the vault first, we decided that in spring`);
  expect(sentText(captureOf(script.entries)).toLowerCase()).not.toContain(SECRET);
  expect(sentText(captureOf(script.entries))).toContain('the release goes out on Tuesdays');
  expect(sessionStateOf(script.entries)?.toLowerCase()).not.toContain(SECRET);
});

test('also where the message that told it was captured before', () => {
  const script = new Script()
    .human('use quartz-heron-71 as passphrase for the archive')
    .claude('The archive opens.')
    .human(`we decided that ${SECRET} stays until spring, because the archive is read by the auditors only`);
  const first = script.entries[0]?.uuid;
  const later = sentText(captureOf(script.entries, { isCaptured: (id) => id === first }));
  expect(later).toContain('stays until spring');
  expect(later).not.toContain(SECRET);
});

test.each([
  ['local.properties', `sdk.dir=/opt/sdk\nSIGNING_PASS=${SECRET}\n`],
  ['local.properties', `1→sdk.dir=/opt/sdk\n     2→storePassword=${SECRET}\n`],
  ['config/secrets.yml', `production:\n  api_key: ${SECRET}\n`],
  ['credentials.json', `{\n  "clientSecret": "${SECRET}",\n  "client": "shop"\n}`],
  ['grep', `ops/terraform.tfvars:3:db_password = "${SECRET}"`],
  ['admin.toml', `edge_admin = "${SECRET}"`],
])('also where a tool showed it under a name that promises one: %s', (path, text) => {
  const script = new Script()
    .human('why does the build of the release fail?')
    .reads(path, text)
    .claude(`${SECRET} is what stands there.`)
    .human(`we decided that ${SECRET} is the one of last year, since the store does not take it any more`);
  const sent = sentText(captureOf(script.entries));
  expect(sent).toContain('the one of last year');
  expect(sent).not.toContain(SECRET);
});

test('a command that uses it does not give it away in the state of the session', () => {
  const script = new Script()
    .human('the admin pass is quartz-heron-71, please look why the upload fails')
    .claude('I look at the upload.')
    .runs(`./upload ${SECRET}`, 'no such store', true);
  const state = sessionStateOf(script.entries);
  expect(state).toContain('./upload');
  expect(state).not.toContain(SECRET);
});

test('what a tool shows under other names is no secret', () => {
  const plain = [
    'feature: server-clock-2',
    'branch=release-2026-11',
    'token_type: bearer-2',
    'image: registry.example/shop:1.4.2',
    'primary_key: order-line-2',
    'password: changeme',
    'integrity: sha512-6FlzubTLZG3J2a',
    'commit: e0a16653474598b7c1742995ab36fdaf8eb871f5',
    'pinned = node-20-alpine',
  ];
  const values = plain.map((line) => line.replace(/^[^:=]*[:=]\s*/, ''));
  fc.assert(
    fc.property(fc.constantFrom(...values), (value) => {
      const script = new Script()
        .human('what stands in the settings?')
        .reads('settings.yml', plain.join('\n'))
        .claude('They hold a few names.')
        .human(`we decided that ${value} is the one that counts for all of the teams`);
      expect(sentText(captureOf(script.entries))).toContain(value.replace(/\.$/, ''));
    }),
  );
});
