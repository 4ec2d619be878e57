import { findSigningAlgorithm, signBytes, type SigningKey } from '../authority/signing-key.ts';
import {
  BIT_STRING,
  BOOLEAN,
  CONTEXT,
  INTEGER,
  OCTET_STRING,
  SEQUENCE,
  UTC_TIME,
  UTF8_STRING,
} from '../der/tags.ts';
import { writeDer, writeInteger, writeOid, writeSet } from '../der/write-der.ts';
import { BASIC_CONSTRAINTS, CERTIFICATE_POLICIES, EXTENDED_KEY_USAGE, KEY_USAGE } from '../x509/oids.ts';

const encoder = new TextEncoder();

/** Times are as UTCTime spells them. */
export type CertificateChange = {
  serial?: number;
  notBefore?: string;
  notAfter?: string;
  extensions?: readonly Uint8Array[];
  signedParts?: (parts: Uint8Array[]) => Uint8Array[];
  parts?: (parts: Uint8Array[]) => Uint8Array[];
};

/** RFC 5280, section 4.1; independent of the code that reads certificates. */
export async function issueCertificate(
  given: {
    subject: string;
    issuer: string;
    publicKey: SigningKey;
    issuerKey: SigningKey;
  } & CertificateChange,
): Promise<Uint8Array> {
  const { notBefore = '200101000000Z', notAfter = '491231235959Z', serial = 1, extensions = [] } = given;
  const { identifier } = findSigningAlgorithm(given.issuerKey);
  const signedParts = [
    writeDer(CONTEXT[0], writeInteger(2)),
    writeInteger(serial),
    identifier,
    writeName(given.issuer),
    writeDer(SEQUENCE, writeUtcTime(notBefore), writeUtcTime(notAfter)),
    writeName(given.subject),
    new Uint8Array(await crypto.subtle.exportKey('spki', given.publicKey)),
    ...(extensions.length === 0 ? [] : [writeDer(CONTEXT[3], writeDer(SEQUENCE, ...extensions))]),
  ];
  const signed = writeDer(SEQUENCE, ...(given.signedParts?.(signedParts) ?? signedParts));
  const signature = await signBytes(given.issuerKey, signed);
  const parts = [signed, identifier, writeDer(BIT_STRING, Uint8Array.of(0), signature)];
  return writeDer(SEQUENCE, ...(given.parts?.(parts) ?? parts));
}

export function writeName(commonName: string): Uint8Array {
  const value = writeDer(UTF8_STRING, encoder.encode(commonName));
  return writeDer(SEQUENCE, writeSet([writeDer(SEQUENCE, writeOid('2.5.4.3'), value)]));
}

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

export function writePolicies(policies: readonly string[]): Uint8Array {
  const listed = policies.map((policy) => writeDer(SEQUENCE, writeOid(policy)));
  return writeExtension(CERTIFICATE_POLICIES, writeDer(SEQUENCE, ...listed), { critical: false });
}

export function writeBasicConstraints(given: { isAuthority: boolean; pathLength?: number }): Uint8Array {
  const isAuthority = given.isAuthority ? [writeDer(BOOLEAN, Uint8Array.of(0xff))] : [];
  const pathLength = given.pathLength === undefined ? [] : [writeInteger(given.pathLength, INTEGER)];
  return writeExtension(BASIC_CONSTRAINTS, writeDer(SEQUENCE, ...isAuthority, ...pathLength));
}

function writeUtcTime(text: string): Uint8Array {
  return writeDer(UTC_TIME, encoder.encode(text));
}
