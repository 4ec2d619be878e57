import { createDecipheriv } from 'node:crypto';
import { readOid, type DerNode } from '@field-inspection/evidence/asn1';
import { derivePbkdf2Key, derivePkcs12Key, PURPOSE, readCount, spellPassword } from './derive-key.ts';
import { Pkcs12Error } from './pkcs12-error.ts';

/**
 * Decrypts what an algorithm identifier says is encrypted with a password: PBES2 with AES or 3DES (RFC 8018), or
 * PKCS#12's own with 3DES (RFC 7292, appendix C).
 *
 * @throws {Pkcs12Error} `unsupported`, `wrong_password`
 */
export const decryptContent = (algorithm: DerNode, encrypted: Uint8Array, password: string): Buffer => {
  const [kind, parameters] = algorithm.children;
  const oid = readOid(kind!);
  const decrypt = oid === PBES2 ? decryptPbes2 : decryptPkcs12;
  return decrypt({ oid, parameters: parameters!, encrypted, password });
};

type Encrypted = { oid: string; parameters: DerNode; encrypted: Uint8Array; password: string };

const PBES2 = '1.2.840.113549.1.5.13';

const PBES2_CIPHERS: ReadonlyMap<string, { name: string; keyBytes: number }> = new Map([
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyBytes: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyBytes: 24 }],
  ['2.16.840.1.101.3.4.1.42', { name: 'aes-256-cbc', keyBytes: 32 }],
  ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyBytes: 24 }],
]);

const PKCS12_3DES = '1.2.840.113549.1.12.1.3';

const OTHER_CIPHER = 'is encrypted by a cipher other than AES and 3DES, such as the RC2 of old programs';

const decryptPbes2 = ({ parameters, encrypted, password }: Encrypted): Buffer => {
  const [derivation, scheme] = parameters.children;
  const [kind, iv] = scheme!.children;
  const cipher = PBES2_CIPHERS.get(readOid(kind!));
  if (!cipher) throw new Pkcs12Error('unsupported', OTHER_CIPHER);
  const key = derivePbkdf2Key(password, derivation!, cipher.keyBytes);
  return decrypt(encrypted, { name: cipher.name, key, iv: iv!.content });
};

const decryptPkcs12 = ({ oid, parameters, encrypted, password }: Encrypted): Buffer => {
  // OpenSSL 3, and so Node.js, has no RC2.
  if (oid !== PKCS12_3DES) throw new Pkcs12Error('unsupported', OTHER_CIPHER);
  const [salt, iterations] = parameters.children;
  const derivation = { salt: salt!.content, iterations: readCount(iterations!) };
  const derive = (purpose: number, length: number) =>
    derivePkcs12Key(spellPassword(password), derivation, { hash: 'sha1', purpose, length });
  return decrypt(encrypted, {
    name: 'des-ede3-cbc',
    key: derive(PURPOSE.key, 24),
    iv: derive(PURPOSE.iv, 8),
  });
};

const decrypt = (encrypted: Uint8Array, given: { name: string; key: Buffer; iv: Uint8Array }): Buffer => {
  try {
    const decipher = createDecipheriv(given.name, given.key, given.iv);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch (cause) {
    throw new Pkcs12Error('wrong_password', 'does not open with this password', { cause });
  }
};
