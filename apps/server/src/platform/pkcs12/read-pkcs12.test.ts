import { createHmac, pbkdf2Sync, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readBer, type DerNode } from '@field-inspection/evidence/asn1';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pkcs12Error } from './pkcs12-error.ts';
import { readPkcs12, type Pkcs12 } from './read-pkcs12.ts';
import { EC_KEY, openOpensslFolder, opensslVersion, PSS_KEY, RSA_KEY } from './testing/run-openssl.ts';

const openssl = opensslVersion ?? 'SKIPPED, since the openssl program is not installed';
const codeOf = (bytes: Uint8Array, password: string): string => {
  try {
    readPkcs12(bytes, password);
    return 'none';
  } catch (error) {
    return error instanceof Pkcs12Error ? error.code : String(error);
  }
};

/** `openssl pkcs12 -export -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1`: of old programs. */
const known = readFileSync(new URL('./testing/known-3des.p12', import.meta.url));

/** `openssl pkcs12 -export -legacy`: the key by 3DES, the certificates by RC2 of 40 bits, a MAC of SHA-1. */
const knownRc2 = readFileSync(new URL('./testing/known-rc2.p12', import.meta.url));
const PASSWORD = 'Prüfung 7';

const show = ({ keys, certificates }: Pkcs12) => ({
  keys: keys.map((key) => key.export({ format: 'der', type: 'pkcs8' }).toString('hex')),
  certificates: certificates.map((der) => Buffer.from(der).toString('hex')),
});

describe('a kept file of the old kind', () => {
  it('gives its key and its certificates', () => {
    const { keys, certificates } = readPkcs12(known, PASSWORD);
    const [own, authority] = certificates.map((der) => new X509Certificate(der));
    expect(keys.map(({ asymmetricKeyType }) => asymmetricKeyType)).toEqual(['ec']);
    expect(own!.checkPrivateKey(keys[0]!)).toBe(true);
    expect(own!.checkIssued(authority!)).toBe(true);
  });

  it.each(['', 'prüfung 7', 'Prufung 7', `${PASSWORD} `])('opens with no other password: %j', (password) => {
    expect(codeOf(known, password)).toBe('wrong_password');
  });

  it('is unsupported when RC2 encrypts its certificates, and says so under its own password alone', () => {
    expect(codeOf(knownRc2, PASSWORD)).toBe('unsupported');
    expect(codeOf(knownRc2, 'other')).toBe('wrong_password');
  });

  it('gives what it held or nothing, whatever is changed in it', () => {
    const held = show(readPkcs12(known, PASSWORD));
    // The last bytes say how often the MAC is hashed: a larger number takes as long as it says.
    const position = fc.nat(known.length - 5);
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Uint8Array.from(known);
        changed[at]! ^= mask;
        const code = codeOf(changed, PASSWORD);
        if (code === 'none') expect(show(readPkcs12(changed, PASSWORD))).toEqual(held);
        else expect(['wrong_password', 'malformed', 'unsupported']).toContain(code);
      }),
      { numRuns: 300 },
    );
  });

  it('is malformed when it is cut off, or something follows', () => {
    for (const length of [0, 1, 2, 100, known.length - 1]) {
      expect(codeOf(known.subarray(0, length), PASSWORD)).toBe('malformed');
    }
    expect(codeOf(Buffer.concat([known, Buffer.alloc(1)]), PASSWORD)).toBe('malformed');
    expect(codeOf(Buffer.from('-----BEGIN CERTIFICATE-----'), PASSWORD)).toBe('malformed');
    expect(codeOf(Buffer.alloc(5_000, 0x30), PASSWORD)).toBe('malformed');
  });
});

describe.skipIf(!opensslVersion)(`what openssl writes (${openssl})`, () => {
  let folder: ReturnType<typeof openOpensslFolder>;
  beforeAll(() => {
    folder = openOpensslFolder();
    for (const [name, key] of [
      ['rsa', RSA_KEY],
      ['ec', EC_KEY],
      ['rsa-pss', PSS_KEY],
    ] as const) {
      folder.makeCertificate(name, key);
    }
  });
  afterAll(() => folder.close());

  const write = (name: string, options: string[], password = 'päss') => {
    folder.run(
      'pkcs12',
      '-export',
      '-inkey',
      `${name}.key`,
      '-in',
      `${name}.pem`,
      ...options,
      '-passout',
      `pass:${password}`,
      '-out',
      'out.p12',
    );
    return readFileSync(folder.pathOf('out.p12'));
  };

  const THREE_DES = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];
  const FORMS: [string, string[]][] = [
    ['as OpenSSL 3 does', []],
    ['with AES-128 and SHA-512', ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC', '-macalg', 'sha512']],
    ['with 3DES', THREE_DES],
    ['with nothing encrypted', ['-keypbe', 'NONE', '-certpbe', 'NONE']],
    ['without a MAC', ['-nomac']],
    ['with one round', ['-noiter', '-nomaciter']],
  ];

  it.each(FORMS)('is read when it was written %s', (_name, options) => {
    for (const name of ['rsa', 'ec', 'rsa-pss']) {
      const { keys, certificates } = readPkcs12(write(name, options), 'päss');
      expect(keys.map(({ asymmetricKeyType }) => asymmetricKeyType)).toEqual([name]);
      expect(new X509Certificate(certificates[0]!).checkPrivateKey(keys[0]!)).toBe(true);
    }
  });

  it('is read when lengths are marked by their ends, and strings are in pieces', () => {
    for (const cipher of ['AES-256-CBC', 'NONE']) {
      for (const name of ['rsa', 'ec', 'rsa-pss']) {
        // -nomac of OpenSSL 3.0 drops the encryption of certificates, unless that is named after it.
        const bare = write(name, ['-nomac', '-keypbe', cipher, '-certpbe', cipher]);
        expect(show(readPkcs12(spellAnew(bare), 'päss'))).toEqual(show(readPkcs12(bare, 'päss')));
      }
    }
  });

  it('opens with its own password alone, which may be none', () => {
    for (const options of [[], THREE_DES, ['-nomac']]) {
      expect(codeOf(write('ec', options), 'pass')).toBe('wrong_password');
      expect(codeOf(write('ec', options, ''), '')).toBe('none');
      expect(codeOf(write('ec', options, ''), 'päss')).toBe('wrong_password');
    }
  });

  it('is read with a MAC of RFC 9579, which OpenSSL writes from 3.4 on', () => {
    const bare = write('ec', ['-nomac']);
    const withMac = (password: string) => addPbmac1(bare, password);
    expect(codeOf(withMac('päss'), 'päss')).toBe('none');
    expect(codeOf(withMac('other'), 'päss')).toBe('wrong_password');
  });

  it.each([
    ['a cipher that nobody uses', ['-keypbe', 'CAMELLIA-256-CBC']],
    ['RC2 of 40 bits, as OpenSSL 1 did', ['-legacy']],
    ['RC2 of 128 bits', ['-legacy', '-keypbe', 'PBE-SHA1-RC2-128']],
  ])('is unsupported with %s', (_name, options) => {
    expect(codeOf(write('ec', options), 'päss')).toBe('unsupported');
  });
});

const encode = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const head = Buffer.from([tag, 0x82, 0, 0]);
  head.writeUInt16BE(content.length, 2);
  return Buffer.concat([head, content]);
};
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** Key stores that know no length beforehand write so, without a MAC (X.690, sections 8.1.3.6 and 8.7.3). */
const spellAnew = (bare: Buffer): Buffer => {
  const [version, content] = readBer(bare).children;
  const [kind, wrapped] = content!.children;
  const safes = unend(0x30, ...readBer(wrapped!.children[0]!.content).children.map(spellSafe));
  return unend(0x30, version!.bytes, unend(0x30, kind!.bytes, unend(0xa0, cut(0x24, safes))));
};

const spellSafe = (safe: DerNode): Buffer => {
  const [kind, wrapped] = safe.children;
  const inside = wrapped!.children[0]!;
  if (inside.tag !== 0x04) return spell(safe);
  return unend(0x30, kind!.bytes, unend(0xa0, cut(0x24, spell(readBer(inside.content)))));
};

const spell = ({ tag, bytes, content, children }: DerNode): Buffer => {
  if (children.length > 0) return unend(tag, ...children.map(spell));
  return tag === 0x04 || tag === 0x80 ? cut(tag | 0x20, content) : Buffer.from(bytes);
};

const unend = (tag: number, ...parts: Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.of(tag, 0x80), ...parts, Buffer.alloc(2)]);

const cut = (tag: number, content: Uint8Array): Buffer =>
  unend(tag, encode(0x04, content.subarray(0, 3)), encode(0x04, content.subarray(3)));

/** RFC 9579, section 4: a MAC by PBKDF2 with HMAC-SHA-256, 2048 rounds, a key of 32 bytes. */
const addPbmac1 = (bare: Buffer, password: string): Buffer => {
  const [version, content] = readBer(bare).children;
  const safes = content!.children[1]!.children[0]!.content;
  const salt = Buffer.alloc(16, 5);
  const key = pbkdf2Sync(password, salt, 2048, 32, 'sha256');
  const mac = createHmac('sha256', key).update(safes).digest();
  const hmac = encode(0x30, hex('06082a864886f70d0209'), hex('0500'));
  const rounds = hex('02020800');
  const pbkdf2 = encode(0x30, encode(0x04, salt), rounds, hex('020120'), hmac);
  const derivation = encode(0x30, hex('06092a864886f70d01050c'), pbkdf2);
  const pbmac1 = encode(0x30, hex('06092a864886f70d01050e'), encode(0x30, derivation, hmac));
  const macData = encode(0x30, encode(0x30, pbmac1, encode(0x04, mac)), encode(0x04, salt), rounds);
  return encode(0x30, encode(0x02, version!.content), encode(0x30, content!.content), macData);
};
