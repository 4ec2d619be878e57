import { BIT_STRING, CONTEXT, SEQUENCE, UTC_TIME, UTF8_STRING } from '../timestamp/der/tags.ts';
import { writeDer } from '../timestamp/der/write-der.ts';
import { writeInteger } from '../timestamp/der/write-integer.ts';
import { writeOid } from '../timestamp/der/write-oid.ts';
import { writeSet } from '../timestamp/der/write-set.ts';
import { findSigningAlgorithm, type SigningKey } from '../timestamp/find-signing-algorithm.ts';
import { signBytes } from '../timestamp/sign-bytes.ts';

const encoder = new TextEncoder();

/** What a test wants otherwise in a certificate. Times are as UTCTime spells them. */
export type CertificateChange = {
  serial?: number;
  notBefore?: string;
  notAfter?: string;
  extensions?: readonly Uint8Array[];
  /** The parts of the TBSCertificate, before they are signed. */
  signedParts?: (parts: Uint8Array[]) => Uint8Array[];
  /** The parts of the certificate. */
  parts?: (parts: Uint8Array[]) => Uint8Array[];
};

/** The DER of a certificate (RFC 5280, section 4.1), right or wrong, written apart from what reads it. */
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

/** A name of one part, the common name. */
export function writeName(commonName: string): Uint8Array {
  const value = writeDer(UTF8_STRING, encoder.encode(commonName));
  return writeDer(SEQUENCE, writeSet([writeDer(SEQUENCE, writeOid('2.5.4.3'), value)]));
}

function writeUtcTime(text: string): Uint8Array {
  return writeDer(UTC_TIME, encoder.encode(text));
}
