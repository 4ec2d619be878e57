import { createDecipheriv } from 'node:crypto';
import { decryptRc2 } from './decrypt-rc2.ts';
import { derivePbkdf2Key, derivePkcs12Key, PURPOSE, spellPassword } from './derive-key.ts';
import { Pkcs12Error } from './pkcs12-error.ts';
import { readCount, readOctets, readOid, type BerNode } from './read-ber.ts';

/**
 * Decrypts what an algorithm identifier says is encrypted with a password: PBES2 with AES or 3DES (RFC 8018), or one
 * of PKCS#12's own with 3DES or RC2 (RFC 7292, appendix C).
 *
 * @throws {Pkcs12Error} `unsupported`, `wrong_password`
 */
export const decryptContent = (algorithm: BerNode, encrypted: Buffer, password: string): Buffer => {
  const [kind, parameters] = algorithm.children;
  const oid = readOid(kind!);
  const decrypt = oid === PBES2 ? decryptPbes2 : decryptPkcs12;
  return decrypt({ oid, parameters: parameters!, encrypted, password });
};

type Encrypted = { oid: string; parameters: BerNode; encrypted: Buffer; password: string };

const PBES2 = '1.2.840.113549.1.5.13';

type Cipher = { name: string; keyBytes: number };

const PBES2_CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyBytes: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyBytes: 24 }],
  ['2.16.840.1.101.3.4.1.42', { name: 'aes-256-cbc', keyBytes: 32 }],
  ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyBytes: 24 }],
]);

const PKCS12_CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  ['1.2.840.113549.1.12.1.3', { name: 'des-ede3-cbc', keyBytes: 24 }],
  ['1.2.840.113549.1.12.1.5', { name: 'rc2', keyBytes: 16 }],
  ['1.2.840.113549.1.12.1.6', { name: 'rc2', keyBytes: 5 }],
]);

const decryptPbes2 = ({ parameters, encrypted, password }: Encrypted): Buffer => {
  const [derivation, scheme] = parameters.children;
  const [kind, iv] = scheme!.children;
  const cipher = PBES2_CIPHERS.get(readOid(kind!));
  if (!cipher) throw new Pkcs12Error('unsupported', 'is encrypted by a cipher other than AES, 3DES and RC2');
  const key = derivePbkdf2Key(password, derivation!, cipher.keyBytes);
  return decrypt(encrypted, { name: cipher.name, key, iv: readOctets(iv!) });
};

const decryptPkcs12 = ({ oid, parameters, encrypted, password }: Encrypted): Buffer => {
  const cipher = PKCS12_CIPHERS.get(oid);
  if (!cipher) throw new Pkcs12Error('unsupported', 'is encrypted by a cipher other than AES, 3DES and RC2');
  const [salt, iterations] = parameters.children;
  const derivation = { salt: readOctets(salt!), iterations: readCount(iterations!) };
  const derive = (purpose: number, length: number) =>
    derivePkcs12Key(spellPassword(password), derivation, { hash: 'sha1', purpose, length });
  return decrypt(encrypted, {
    name: cipher.name,
    key: derive(PURPOSE.key, cipher.keyBytes),
    iv: derive(PURPOSE.iv, 8),
  });
};

const decrypt = (encrypted: Buffer, given: { name: string; key: Buffer; iv: Buffer }): Buffer => {
  try {
    if (given.name === 'rc2') return decryptRc2(encrypted, given);
    const decipher = createDecipheriv(given.name, given.key, given.iv);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch (cause) {
    throw new Pkcs12Error('wrong_password', 'does not open with this password', { cause });
  }
};
