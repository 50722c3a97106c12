import { Buffer } from 'node:buffer';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { envReadings } from '../../src/core/redaction/env-file.ts';
import { redact } from '../../src/core/redaction/redact.ts';
import { secretValues } from '../../src/core/redaction/secret-values.ts';

const SECRET = 'fakeSecret-4711-x';
const secretsOf = (file: string | Uint8Array) =>
  secretValues({}, [envReadings(typeof file === 'string' ? Buffer.from(file) : file)]);
/** Whether a value of the file is masked in a sentence. */
const masks = (file: string | Uint8Array, value: string): boolean =>
  redact(`it is ${value} now`, secretsOf(file)).text === 'it is [redacted: known-value] now';

describe('a value is known', () => {
  test.each([
    ['first of two of a name', `A_NAME=${SECRET}\nA_NAME=other`, SECRET],
    ['last of two of a name', `A_NAME=other\nA_NAME=${SECRET}`, SECRET],
    ['before a comment', `A_NAME=${SECRET} # made up`, SECRET],
    ['with a # inside', 'A_NAME=fake4711#Secret', 'fake4711#Secret'],
    ['cut at a # inside', 'A_NAME=fake4711x#Secret', 'fake4711x'],
    ['with a " #" inside', 'A_NAME=fake4711 #Secret', 'fake4711 #Secret'],
    ['in quotes with a " #" inside', 'A_NAME="fake4711 #Secret"', 'fake4711 #Secret'],
    ['in quotes before a comment', `A_NAME="${SECRET}" # "made up"`, SECRET],
    ['in single quotes', `A_NAME='${SECRET}'`, SECRET],
    ['in backticks', `A_NAME=\`${SECRET}\``, SECRET],
    ['in typographic quotes', `A_NAME=“${SECRET}”`, SECRET],
    ['in quotes that hold quotes', 'A_NAME="fake"4711"Secret"', 'fake"4711"Secret'],
    ['in quotes that hold escaped quotes', 'A_NAME="fake\\"4711-Secret"', 'fake"4711-Secret'],
    ['with a quote that nothing closes', `A_NAME="${SECRET}`, SECRET],
    ['behind one with a quote that nothing closes', `A_NAME="x\nB_NAME=${SECRET}\nC_NAME="y"`, SECRET],
    ['as YAML has it', `A_NAME: ${SECRET}`, SECRET],
    ['in a block of YAML', `A_NAME: |\n  ${SECRET}\nB: x`, SECRET],
    ['exported', `export A_NAME=${SECRET}`, SECRET],
    ['set by a console of Windows', `set A_NAME=${SECRET}`, SECRET],
    ['set by PowerShell', `$env:A_NAME = "${SECRET}"`, SECRET],
    ['in JSON', `{ "A_NAME": "${SECRET}", "B": 1 }`, SECRET],
    ['behind another one', `A_NAME=x B_NAME=${SECRET}`, SECRET],
    ['before another one', `A_NAME=${SECRET} B_NAME=x`, SECRET],
    ['in an argument', `docker run -e A_NAME=${SECRET} x`, SECRET],
    ['commented out', `# A_NAME=${SECRET}`, SECRET],
    ['commented out twice', `## #export A_NAME="${SECRET}"`, SECRET],
    ['commented out as programs do', `// A_NAME=${SECRET}`, SECRET],
    ['commented out, in prose', `# the old A_NAME=${SECRET} was revoked`, SECRET],
    ['commented out, as YAML has it', `# A_NAME: ${SECRET} until May`, SECRET],
    ['with spaces around the sign', `A_NAME = ${SECRET}`, SECRET],
    ['before the end of a statement', `export A_NAME=${SECRET};`, SECRET],
    ['with an escaped sign', 'A_NAME=fake\\$4711-Secret', 'fake$4711-Secret'],
    ['with a dollar written twice', 'A_NAME=fake$$4711-Secret', 'fake$4711-Secret'],
    ['with \\n in it', 'A_NAME="fake4711\\nSecret"', 'fake4711\nSecret'],
    ['over two lines', 'A_NAME="fake4711\nSecret words"', 'fake4711\nSecret words'],
    ['continued in the next line', 'A_NAME=fake4711\\\n  Secret', 'fake4711Secret'],
    ['a line of its own', 'fakeSecret4711fakeSecret', 'fakeSecret4711fakeSecret'],
    ['an address of its own', 'https://shop:fake4711pass@cache.example', 'fake4711pass'],
    ['of a name with a dot', `spring.mail.key=${SECRET}`, SECRET],
    ['of a name in another script', `ПАРОЛЬ=${SECRET}`, SECRET],
    ['with a byte order mark', `\uFEFFA_NAME=${SECRET}`, SECRET],
    ['between ends of lines of old', `X=1\rA_NAME=${SECRET}\rY=2`, SECRET],
    ['between ends of lines of Windows', `X=1\r\nA_NAME=${SECRET}\r\nY=2`, SECRET],
    ['between bytes that are no text', `\0\u0001\u0002\0A_NAME=${SECRET}\0\u0003`, SECRET],
    ['of the name of a prototype', `__proto__=${SECRET}\nconstructor=x`, SECRET],
  ])('%s', (_, file, value) => {
    expect(masks(file, value)).toBe(true);
  });

  test('whatever the encoding of the file', () => {
    const text = `X=1\nA_NAME=${SECRET}\n`;
    const little = Buffer.from(text, 'utf16le');
    expect(masks(Buffer.concat([Buffer.from([0xff, 0xfe]), little]), SECRET)).toBe(true);
    expect(masks(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(little).swap16()]), SECRET)).toBe(true);
    expect(masks(little, SECRET)).toBe(true);
    expect(masks(Buffer.from(little).swap16(), SECRET)).toBe(true);
    expect(masks(Buffer.from('A_NAME=fäké-4711-Secret', 'latin1'), 'fäké-4711-Secret')).toBe(true);
  });

  test('each line of a key', () => {
    const lines = ['MIIBfake4711fakefake/fake', 'AAAAfake4711fake+fakefakeA', 'ZmFrZTQ3MTFmYWtlZmFrZQ=='];
    const file = `X="-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----"\n`;
    for (const line of lines) expect(masks(file, line)).toBe(true);
  });

  test('wherever a parser reads one', () => {
    const piece = fc.constantFrom(
      ...['"', "'", '`', '#', ' #', ' ', '\\', '\\n', '=', '\n', 'export ', ':', 'A_KEY', '1q'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const file = `A_KEY=${pieces.join('')}\n`;
        const known = secretsOf(file).values;
        for (const [name, value = ''] of Object.entries(parseEnv(file))) {
          if (!/^\w+$/.test(name)) continue;
          const one = secretValues({ [name]: value }, []).values;
          const text = redact(one.join('\u3002'), { values: known }).text;
          for (const whole of one) expect(text).not.toContain(whole);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('no bytes make it throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => secretsOf(bytes).values.length >= 0));
});

test('megabytes, thousands of names and odd lines are read in bounded time', () => {
  const many = Array.from({ length: 40_000 }, (_, n) => `NAME_${n}=fake-value-${n}-x`).join('\n');
  for (const file of [
    many,
    'A="x\n'.repeat(200_000),
    '#'.repeat(1_000_000),
    'A='.repeat(500_000),
    "'a='".repeat(200_000),
  ]) {
    const before = performance.now();
    envReadings(Buffer.from(file));
    expect(performance.now() - before, file.slice(0, 20)).toBeLessThan(4_000);
  }
  expect(masks(many, 'fake-value-4711-x')).toBe(true);
});

test('ordinary words of such files stay words', () => {
  const file = [
    '# Settings of the shop: copy this file to .env and fill in the values',
    '# Note: this is the database of the shop',
    '# password: ask Ada for the token of the team',
    'API_TOKEN=true',
    'SECRET_MODE=production',
    'AUTH=production # not for the staging server',
    'DB_PASSWORD=localhost',
    'DB_HOST=localhost',
    'PORT=3000 # port of the web server',
    'TOKEN=3000',
    'APP_TITLE="Acme Shop Management Console"',
    'APP_NAME: Acme Shop',
    'COLOR=dark-blue #aabbcc',
    'LOG_LEVEL=info',
    'TZ=Europe/Berlin',
    'RETRIES=5',
    'SESSION_SECRET=keyboard cat',
    'AWS_REGION=eu-central-1',
  ].join('\n');
  const talk =
    'The Acme Shop Management Console runs in production on localhost, port 3000, true to the plan: this is the database of ' +
    'the shop. Copy this file to .env and fill in the values; ask Ada for the token of the team. Acme Shop is dark-blue, info. A keyboard for a cat is in eu-central-1.';
  expect(redact(talk, secretsOf(file))).toEqual({ text: talk, redacted: [] });
});
