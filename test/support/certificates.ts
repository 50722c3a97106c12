/**
 * A certificate authority that nobody knows, and certificates of it: made in the test, since Node has no maker of certificates,
 * openssl may be missing, and a committed one would run out one day. X.509 v3 (RFC 5280) with just the fields that TLS looks at.
 */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Certified {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** PEM of the authority itself. */
  readonly cert: string;
  /** A certificate for these names (`host.example`) and addresses (`127.0.0.1`), valid until then. */
  certify(names: readonly string[], until?: Date): Certified;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function madeUpAuthority(name = 'Made-up authority of a test'): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name, key: privateKey };
  const until = new Date(Date.now() + DAY_MS);
  return {
    cert: certificate({ issuer, subject: name, publicKey, until, extensions: [isAuthority()] }),
    certify(names, last = until) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const extensions = [alternativeNames(names)];
      const subject = names[0] ?? 'nobody';
      return {
        cert: certificate({ issuer, subject, publicKey: own.publicKey, until: last, extensions }),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

interface Contents {
  readonly issuer: { readonly name: string; readonly key: KeyObject };
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly until: Date;
  readonly extensions: readonly Buffer[];
}

function certificate({ issuer, subject, publicKey, until, extensions }: Contents): string {
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const from = new Date(Math.min(Date.now(), until.getTime()) - DAY_MS);
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(issuer.name),
    sequence(time(from), time(until)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer.key);
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function isAuthority(): Buffer {
  return sequence(oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff])))));
}

function alternativeNames(names: readonly string[]): Buffer {
  const each = names.map((name) =>
    /^\d+(\.\d+){3}$/.test(name)
      ? der(0x87, Buffer.from(name.split('.').map(Number)))
      : der(0x82, Buffer.from(name, 'ascii')),
  );
  return sequence(oid('551d11'), der(0x04, sequence(...each)));
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name, 'utf8')))));
}

/** UTCTime: `YYMMDDHHMMSSZ`. */
function time(at: Date): Buffer {
  return der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`, 'ascii'));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** Tag, length, contents. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const contents = Buffer.concat(parts);
  const { length } = contents;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), contents]);
}
