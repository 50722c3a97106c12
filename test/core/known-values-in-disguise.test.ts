import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from '../../src/core/redaction/redact.ts';
import { secretValues } from '../../src/core/redaction/secret-values.ts';
import { lettersIn, lettersOf } from '../../src/core/redaction/views.ts';

const SECRET = 'x7"Qp/fake+value\\9=';
const secrets = secretValues({ SHOP_TOKEN: SECRET }, []);
const MARK = '[redacted: known-value]';

/** A text of no known shape, so that only the value itself can give it away. */
const masked = (text: string, values = secrets): string => redact(text, values).text;

describe('a known value is masked', () => {
  test.each([
    ['as it is', SECRET],
    ['quoted for JSON', JSON.stringify({ a: SECRET })],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['percent-encoded in lower case', encodeURIComponent(SECRET).replace(/%../g, (sign) => sign.toLowerCase())],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64url', Buffer.from(SECRET).toString('base64url')],
    ['in base64 behind a user', Buffer.from(`shop:${SECRET}`).toString('base64')],
    ['in base64 behind another user', Buffer.from(`ad:${SECRET}`).toString('base64')],
    ['in base64 with a new line at its end', Buffer.from(`${SECRET}\n`).toString('base64')],
    ['broken over two lines', `${SECRET.slice(0, 9)}\n${SECRET.slice(9)}`],
    ['broken in a quotation', `> ${SECRET.slice(0, 9)}\n> ${SECRET.slice(9)}`],
    ['broken by a continued command', `${SECRET.slice(0, 12)}\\\n    ${SECRET.slice(12)}`],
    ['broken over three lines', `${SECRET.slice(0, 5)}\n${SECRET.slice(5, 12)}\n${SECRET.slice(12)}`],
    ['joined by a program', `"${SECRET.slice(0, 9)}" + "${SECRET.slice(9)}"`],
    [
      'joined by a program over lines',
      `'${SECRET.slice(0, 5)}' +\n  '${SECRET.slice(5, 12)}' +\n  '${SECRET.slice(12)}'`,
    ],
    ['set apart by spaces', `${SECRET.slice(0, 9)} ${SECRET.slice(9)}`],
    ['sign by sign', [...SECRET].join(' ')],
    ['with named entities', 'x7&quot;Qp&sol;fake&plus;value&bsol;9&equals;'],
    ['with numbered entities', 'x7&#34;Qp&#x2F;fake&#43;value&#92;9&#61;'],
    ['with an ampersand escaped twice', 'x7&amp;quot;Qp&amp;#x2F;fake+value&amp;#92;9='],
    ['percent-encoded in part', 'x7"Qp%2Ffake+value%5C9='],
    ['percent-encoded sign by sign', Buffer.from(SECRET).toString('hex').replace(/../g, '%$&')],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
    ['with JSON escapes', 'x7\\u0022Qp\\u002ffake\\u002Bvalue\\u005c9='],
    ['with JSON escapes of slashes', 'x7\\"Qp\\/fake+value\\\\9='],
    ['quoted for JSON twice', JSON.stringify(JSON.stringify({ a: SECRET }))],
    ['with escapes of a program', Buffer.from(SECRET).toString('hex').replace(/../g, '\\x$&')],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex')],
    ['in hexadecimal in upper case', Buffer.from(SECRET).toString('hex').toUpperCase()],
    [
      'in hexadecimal as consoles print it',
      Buffer.from(SECRET)
        .toString('hex')
        .replace(/..(?=.)/g, '$&:'),
    ],
    ['backwards', [...SECRET].reverse().join('')],
    ['in base64 without its padding', Buffer.from(SECRET).toString('base64').replace(/=+$/, '')],
    ['in base64 with padding too many', `${Buffer.from(SECRET).toString('base64').replace(/=+$/, '')}===`],
    ['in base64 broken over lines', Buffer.from(`shop:${SECRET}`).toString('base64').replace(/.{8}/g, '$&\n')],
    ['in upper case', SECRET.toUpperCase()],
    ['with signs that nobody sees', [...SECRET].join('\u200B')],
    ['with markup in it', `${SECRET.slice(0, 9)}<wbr>${SECRET.slice(9)}`],
    ['in full width', SECRET.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))],
  ])('%s', (_, said) => {
    const text = masked(`It says ${said} here.`);
    expect(text).toContain(MARK);
    for (const piece of [
      said,
      SECRET.slice(0, 9),
      SECRET.slice(9),
      Buffer.from(SECRET).toString('base64').slice(2, 10),
    ]) {
      expect(text).not.toContain(piece);
    }
    expect(text.startsWith('It says ')).toBe(true);
    expect(text.endsWith(' here.')).toBe(true);
  });

  test.each(['NFC', 'NFD', 'NFKC', 'NFKD'])('in the normal form %s', (form) => {
    for (const value of ['Grünspäne', 'fäké-Grünspäne-nöt-real-1']) {
      for (const read of ['NFC', 'NFD']) {
        const accents = secretValues({ DB_PASSWORD: value.normalize(read) }, []);
        expect(masked(`it is ${value.normalize(form)}.`, accents)).toBe(`it is ${MARK}.`);
      }
    }
  });

  test('signs alone, joined by a program', () => {
    const signs = '!#$%&/()=?*~^-_.:,;<|}{';
    const odd = secretValues({ DB_PASSWORD: signs }, []);
    expect(masked(`it is "${signs.slice(0, 9)}" + "${signs.slice(9)}" now`, odd)).toBe(`it is "${MARK}" now`);
  });

  test('a value that holds escapes itself', () => {
    const odd = secretValues({ DB_PASSWORD: 'fake%2Fpass' }, []);
    for (const said of ['fake%2Fpass', 'fake/pass', 'fake%252Fpass', 'fake&#x25;2Fpass']) {
      expect(masked(`it is ${said} now`, odd)).toBe(`it is ${MARK} now`);
    }
  });

  test('of two that overlap nothing is left', () => {
    const two = secretValues({ ONE_TOKEN: 'fakeone-overlap', TWO_TOKEN: 'overlap-faketwo' }, []);
    expect(masked('it is fakeone-overlap-faketwo.', two)).toBe(`it is ${MARK}.`);
  });

  test('hexadecimal in the other case', () => {
    const hex = secretValues({ SIGNING_SECRET: '0123456789abcdef01fa' }, []);
    expect(masked('it is 0123456789ABCDEF01FA.', hex)).toBe(`it is ${MARK}.`);
  });

  test('between signs of a script without spaces', () => {
    const short = secretValues({ DB_PASSWORD: 'hunter2' }, []);
    expect(masked('値はhunter2です', short)).toBe(`値は${MARK}です`);
    expect(masked('headhunter2', short)).toBe('headhunter2');
    expect(masked('hunter23 and hunter2x', short)).toBe('hunter23 and hunter2x');
  });

  test.each([
    ['with its quotation marks in the file', { DB_PASSWORD: '"fake pass 1"' }, 'fake pass 1'],
    ['with a new line behind', { DB_PASSWORD: 'fakepass1\n' }, 'fakepass1'],
    ['inside an address', { DATABASE_URL: 'postgres://shop:fakepass1@db/shop' }, 'fakepass1'],
    ['decoded from an address', { DATABASE_URL: 'postgres://shop:fake%23pass@db/shop' }, 'fake#pass'],
    ['inside a connection string', { DB_CONNECTION_STRING: 'Server=db;Password=fakepass1;' }, 'fakepass1'],
    ['behind a user', { BASIC_AUTH: 'shop:fakepass1' }, 'fakepass1'],
    ['in a list', { API_KEYS: 'fakefake0123fake01,fakefake0123fake02' }, 'fakefake0123fake02'],
    [
      'as a line of a key',
      { TLS_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nMIIBfakefakefake\n-----END PRIVATE KEY-----' },
      'MIIBfakefakefake',
    ],
    [
      'as a line of a key on one line',
      { TLS_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nMIIBfakefakefake\\n-----END PRIVATE KEY-----\\n' },
      'MIIBfakefakefake',
    ],
    ['the address of a webhook', { DEPLOY_WEBHOOK: 'https://hooks.example/fake' }, 'https://hooks.example/fake'],
  ])('%s', (_, env, value) => {
    expect(masked(`so ${value} it is`, secretValues(env, []))).toBe(`so ${MARK} it is`);
  });
});

test('a value and a text are reduced to the same letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!text.includes('[redacted'));
      expect(lettersIn(text.toWellFormed())).toBe(lettersOf({ text: text.toWellFormed() }).text);
    }),
  );
});

test('whatever stands around it, and however it is set apart', () => {
  const gap = fc.constantFrom('', ' ', '\n', '" + "', '\\\n', '\n> ', "' . '", '\u200B', '<br>', '-');
  const value = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-+/=&%#ä'), minLength: 16, maxLength: 40 });
  fc.assert(
    fc.property(value, fc.array(gap, { minLength: 3, maxLength: 3 }), fc.string(), (secret, gaps, around) => {
      const known = secretValues({ DEPLOY_TOKEN: secret }, []);
      fc.pre(known.values.includes(secret) && lettersIn(secret).length >= 16 && /\d/.test(secret));
      const third = Math.ceil(secret.length / 3);
      const said = [secret.slice(0, third), secret.slice(third, 2 * third), secret.slice(2 * third)];
      const text = masked(`${around} ${said.map((one, n) => one + (gaps[n] ?? '')).join('')} ${around}`, known);
      expect(lettersIn(text)).not.toContain(lettersIn(secret));
    }),
  );
});

test('variables about secrets, and addresses without a key in them, are no secrets', () => {
  const env = {
    AUTH_PROVIDER: 'github-enterprise',
    MAX_TOKENS: '128000',
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: '128000',
    COOKIE_DOMAIN: 'shop.example.com',
    COOKIE_SAMESITE: 'strict',
    TOKENIZERS_PARALLELISM: 'enabled-by-default',
    PASSWORD_HASHER: 'argon2id',
    GOPRIVATE: 'github.com/acme/*',
    AUTHOR: 'Ada Lovelace',
    OAUTH_TOKEN_URL: 'https://auth.example.com/oauth/token',
    REDIS_URL: 'redis://localhost:6379',
    DATABASE_URL: 'postgres://localhost:5432/shop',
    POSTGRES_PASSWORD: 'postgresql',
    AUTH_METHOD: 'password-grant',
    SECRET_NAME: 'prod/shop/stripe',
  };
  expect(secretValues(env, []).values).toEqual([]);
});

test('a value that reads like a mark does not disturb marks', () => {
  const odd = secretValues({ ONE_TOKEN: 'redacted', TWO_TOKEN: 'known-value' }, []);
  const once = redact('redacted: known-value, and password=hunter2-not-real', odd);
  expect(redact(once.text, odd)).toEqual({ text: once.text, redacted: [] });
});

test('with known values too, redacting twice changes nothing more', () => {
  const piece = fc.oneof(
    fc.constantFrom(SECRET, btoa(SECRET), encodeURIComponent(SECRET), SECRET.slice(0, 8), SECRET.slice(8), MARK),
    fc.constantFrom('\n', ' ', '=', 'password=', 'token: ', '"', '> ', 'the key is '),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const once = redact(pieces.join(''), secrets).text;
      expect(once).not.toContain(SECRET);
      expect(redact(once, secrets)).toEqual({ text: once, redacted: [] });
    }),
    { numRuns: 1000 },
  );
});
