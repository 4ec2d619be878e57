import { BIT_STRING, BOOLEAN, INTEGER, OCTET_STRING, SEQUENCE } from '../timestamp/der/tags.ts';
import { writeDer } from '../timestamp/der/write-der.ts';
import { writeInteger } from '../timestamp/der/write-integer.ts';
import { writeOid } from '../timestamp/der/write-oid.ts';
import { BASIC_CONSTRAINTS, EXTENDED_KEY_USAGE, KEY_USAGE } from '../timestamp/oids.ts';

/** An extension, critical unless told otherwise. */
export function writeExtension(oid: string, value: Uint8Array, { critical = true } = {}): Uint8Array {
  const mark = critical ? [writeDer(BOOLEAN, Uint8Array.of(0xff))] : [];
  return writeDer(SEQUENCE, writeOid(oid), ...mark, writeDer(OCTET_STRING, value));
}

export function writeKeyUsage(firstByte: number): Uint8Array {
  const unusedBits = firstByte === 0 ? 0 : 31 - Math.clz32(firstByte & -firstByte);
  return writeExtension(KEY_USAGE, writeDer(BIT_STRING, Uint8Array.of(unusedBits, firstByte)));
}

export function writeExtendedKeyUsage(purposes: readonly string[], options = {}): Uint8Array {
  return writeExtension(EXTENDED_KEY_USAGE, writeDer(SEQUENCE, ...purposes.map(writeOid)), options);
}

export function writeBasicConstraints(given: { isAuthority: boolean; pathLength?: number }): Uint8Array {
  const isAuthority = given.isAuthority ? [writeDer(BOOLEAN, Uint8Array.of(0xff))] : [];
  const pathLength = given.pathLength === undefined ? [] : [writeInteger(given.pathLength, INTEGER)];
  return writeExtension(BASIC_CONSTRAINTS, writeDer(SEQUENCE, ...isAuthority, ...pathLength));
}
