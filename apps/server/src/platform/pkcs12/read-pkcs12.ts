import { createHmac, createPrivateKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { readBer, readOid, type DerNode } from '@field-inspection/evidence/asn1';
import { decryptContent } from './decrypt-content.ts';
import {
  derivePbkdf2Key,
  derivePkcs12Key,
  PRF_HASHES,
  PURPOSE,
  readCount,
  spellPassword,
} from './derive-key.ts';
import { Pkcs12Error } from './pkcs12-error.ts';

/** Certificates are DER; both lists are in the order of the file. */
export type Pkcs12 = { keys: KeyObject[]; certificates: Uint8Array[] };

/**
 * Opens a PKCS#12 file (RFC 7292) that is protected by one password: as OpenSSL 3 writes it (PBES2 with AES, a MAC with
 * SHA-256, or that of RFC 9579), and as it was before with 3DES and SHA-1.
 *
 * @throws {Pkcs12Error} `malformed`, `wrong_password`, or `unsupported` where it is protected in another way
 */
export const readPkcs12 = (bytes: Uint8Array, password: string): Pkcs12 => {
  try {
    return readFile(readBer(bytes), password);
  } catch (cause) {
    if (cause instanceof Pkcs12Error) throw cause;
    throw new Pkcs12Error('malformed', 'is no PKCS#12 file', { cause });
  }
};

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  nestedBag: '1.2.840.113549.1.12.10.1.6',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  pbmac1: '1.2.840.113549.1.5.14',
};

const readFile = ({ children: [version, content, mac] }: DerNode, password: string): Pkcs12 => {
  if (readCount(version!) !== 3) throw new RangeError('Another version.');
  const [kind, wrapped] = content!.children;
  if (readOid(kind!) !== OIDS.data)
    throw new Pkcs12Error('unsupported', 'is protected by a key instead of a password');
  const safes = wrapped!.children[0]!.content;
  if (mac) checkMac(mac, safes, password);
  const bags = readBer(safes).children.flatMap((safe) => openSafe(safe, password));
  return {
    keys: bags.flatMap((bag) => readKey(bag, password) ?? []),
    certificates: bags.flatMap((bag) => readCertificate(bag) ?? []),
  };
};

const MAC_HASHES: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
]);

/** Nothing is decrypted before the password is known to be right. */
const checkMac = (mac: DerNode, safes: Uint8Array, password: string): void => {
  const [digestInfo, salt, count] = mac.children;
  const [algorithm, digest] = digestInfo!.children;
  const derivation = { salt: salt!.content, iterations: count ? readCount(count) : 1 };
  const expected = digest!.content;
  const isRight = listMacs(algorithm!, derivation, password).some(({ hash, key }) => {
    const found = createHmac(hash, key).update(safes).digest();
    return found.length === expected.length && timingSafeEqual(found, expected);
  });
  if (!isRight) throw new Pkcs12Error('wrong_password', 'does not open with this password');
};

const listMacs = (
  algorithm: DerNode,
  derivation: { salt: Uint8Array; iterations: number },
  password: string,
): { hash: string; key: Buffer }[] => {
  const [kind, parameters] = algorithm.children;
  if (readOid(kind!) === OIDS.pbmac1) return [readPbmac1(parameters!, password)];
  const hash = MAC_HASHES.get(readOid(kind!));
  if (!hash) throw new Pkcs12Error('unsupported', 'has a MAC with an unusual hash');
  // An absent password is an empty text or nothing at all.
  const spellings = [spellPassword(password), ...(password === '' ? [Buffer.alloc(0)] : [])];
  const length = createHmac(hash, '').digest().length;
  return spellings.map((spelled) => ({
    hash,
    key: derivePkcs12Key(spelled, derivation, { hash, purpose: PURPOSE.mac, length }),
  }));
};

/** RFC 9579: the parameters must say the length of the key. */
const readPbmac1 = ({ children: [derivation, scheme] }: DerNode, password: string) => {
  const hash = PRF_HASHES.get(readOid(scheme!.children[0]!));
  const length = derivation!.children[1]?.children[2];
  if (!hash || !length) throw new Pkcs12Error('unsupported', 'has a MAC with an unusual hash');
  return { hash, key: derivePbkdf2Key(password, derivation!, readCount(length)) };
};

type Bag = { kind: string; value: DerNode };

const openSafe = ({ children: [kind, wrapped] }: DerNode, password: string): Bag[] => {
  const oid = readOid(kind!);
  if (oid === OIDS.data) return listBags(readBer(wrapped!.children[0]!.content));
  if (oid !== OIDS.encryptedData)
    throw new Pkcs12Error('unsupported', 'is protected by a key instead of a password');
  const [, content] = wrapped!.children[0]!.children;
  const [, algorithm, encrypted] = content!.children;
  return listBags(readBer(decryptContent(algorithm!, joinPieces(encrypted!), password)));
};

/** The reader does not know an octet string in pieces under its implicit tag. */
const joinPieces = ({ content, children }: DerNode): Uint8Array =>
  children.length === 0 ? content : Buffer.concat(children.map((piece) => piece.content));

const listBags = (contents: DerNode): Bag[] =>
  contents.children.flatMap(({ children: [kind, wrapped] }) => {
    const bag = { kind: readOid(kind!), value: wrapped!.children[0]! };
    return bag.kind === OIDS.nestedBag ? listBags(bag.value) : [bag];
  });

const readKey = ({ kind, value }: Bag, password: string): KeyObject | undefined => {
  if (kind === OIDS.keyBag) return openKey(Buffer.from(value.bytes));
  if (kind !== OIDS.shroudedKeyBag) return undefined;
  const [algorithm, encrypted] = value.children;
  return openKey(decryptContent(algorithm!, encrypted!.content, password));
};

const openKey = (key: Buffer): KeyObject => {
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new Pkcs12Error('unsupported', 'holds a key of an unusual kind', { cause });
  }
};

const readCertificate = ({ kind, value }: Bag): Uint8Array | undefined => {
  if (kind !== OIDS.certificateBag) return undefined;
  const [type, wrapped] = value.children;
  return readOid(type!) === OIDS.x509Certificate ? wrapped!.children[0]!.content : undefined;
};
