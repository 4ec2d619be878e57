import { createHash, pbkdf2Sync } from 'node:crypto';
import { INTEGER, readInteger, readOid, SEQUENCE, type DerNode } from '@field-inspection/evidence/asn1';
import { Pkcs12Error } from './pkcs12-error.ts';

/** RFC 7292, appendix B.3. */
export const PURPOSE = { key: 1, iv: 2, mac: 3 };

export type Derivation = { salt: Uint8Array; iterations: number };

const BLOCK_BYTES: Record<string, number> = { sha384: 128, sha512: 128 };

/** RFC 7292, appendix B.2; the password as `spellPassword` has it. */
export const derivePkcs12Key = (
  password: Buffer,
  { salt, iterations }: Derivation,
  { hash, purpose, length }: { hash: string; purpose: number; length: number },
): Buffer => {
  const block = BLOCK_BYTES[hash] ?? 64;
  const diversifier = Buffer.alloc(block, purpose);
  const input = Buffer.concat([fillBlocks(salt, block), fillBlocks(password, block)]);
  const derived: Buffer[] = [];
  for (let size = 0; size < length; size += derived.at(-1)!.length) {
    let digest = createHash(hash).update(diversifier).update(input).digest();
    for (let round = 1; round < iterations; round++) digest = createHash(hash).update(digest).digest();
    derived.push(digest);
    const addend = Buffer.alloc(block, digest);
    for (let start = 0; start < input.length; start += block)
      addOne(input.subarray(start, start + block), addend);
  }
  return Buffer.concat(derived).subarray(0, length);
};

/** UTF-16 with a zero at its end (RFC 7292, appendix B.1). */
export const spellPassword = (password: string): Buffer => Buffer.from(`${password}\0`, 'utf16le').swap16();

export const derivePbkdf2Key = (password: string, derivation: DerNode, length: number): Buffer => {
  const [kind, parameters] = derivation.children;
  if (readOid(kind!) !== PBKDF2)
    throw new Pkcs12Error('unsupported', 'derives its keys by something else than PBKDF2');
  const [salt, iterations, ...options] = parameters!.children;
  const prf = options.find(({ tag }) => tag === SEQUENCE);
  const hash = prf ? PRF_HASHES.get(readOid(prf.children[0]!)) : 'sha1';
  if (!hash) throw new Pkcs12Error('unsupported', 'derives its keys with an unusual hash');
  return pbkdf2Sync(Buffer.from(password), salt!.content, readCount(iterations!), length, hash);
};

/** Checks the tag, since values beside the number may be left out. */
export const readCount = (node: DerNode): number => {
  if (node.tag !== INTEGER) throw new RangeError('No count.');
  return readInteger(node);
};

const PBKDF2 = '1.2.840.113549.1.5.12';

/** RFC 8018, appendix B.1.2. */
export const PRF_HASHES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);

/** Repeated to whole blocks; nothing stays nothing. */
const fillBlocks = (bytes: Uint8Array, block: number): Uint8Array => {
  if (bytes.length === 0) return bytes;
  return Buffer.alloc(block * Math.ceil(bytes.length / block), bytes);
};

const addOne = (number: Buffer, addend: Buffer): void => {
  let carry = 1;
  for (let index = number.length - 1; index >= 0; index--) {
    carry += number[index]! + addend[index]!;
    number[index] = carry & 0xff;
    carry >>= 8;
  }
};
