import { findSigningAlgorithm, signBytes } from '../authority/signing-key.ts';
import { readDer } from '../der/read-der.ts';
import { CONTEXT, NULL, OCTET_STRING, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid, writeSet, writeTime } from '../der/write-der.ts';
import {
  CONTENT_TYPE,
  MESSAGE_DIGEST,
  SHA_256,
  SIGNED_DATA,
  SIGNING_CERTIFICATE_V2,
  TST_INFO,
} from '../x509/oids.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import type { TestAuthority } from './create-authority.ts';

export type PartsChange = (parts: readonly Uint8Array[]) => readonly Uint8Array[];

export type Forgery = {
  /** 0 hash, 1 digest. */
  imprint?: PartsChange;
  /** 0 version, 1 policy, 2 imprint, 3 serial, 4 time. */
  tstInfo?: PartsChange;
  content?: (bytes: Uint8Array) => Uint8Array;
  /** 0 content type, 1 message digest, 2 signing certificate. Written in the order of DER. */
  attributes?: PartsChange;
  /** The bytes to be signed: the attributes under the tag of a set. */
  signedBytes?: (bytes: Uint8Array) => Uint8Array;
  /** 0 version, 1 issuer and serial, 2 hash, 3 signed attributes, 4 signature algorithm, 5 signature. */
  signerInfo?: PartsChange;
  certificates?: PartsChange;
  signers?: PartsChange;
  /** 0 version, 1 hashes, 2 content, 3 certificates, 4 signers. */
  signedData?: PartsChange;
  /** 0 type, 1 signed data. */
  contentInfo?: PartsChange;
};

/** The digest and the nonce that a token is for. */
export type StampedData = { digest?: Uint8Array; nonce?: Uint8Array };

export const DIGEST = Uint8Array.from({ length: 32 }, (_, index) => index);
export const GEN_TIME = new Date('2026-11-20T10:02:00.000Z');
export const POLICY = '1.3.6.1.4.1.99999.1';

/**
 * Writes a token at `GEN_TIME`, for `DIGEST` unless told, independently of the package's writer, and correct but for
 * the changes. A nonce comes last. The authority's key must go with SHA-256.
 */
export async function forgeToken(
  authority: TestAuthority,
  forgery: Forgery = {},
  stated: StampedData = {},
): Promise<Uint8Array> {
  const content = writeStatement(forgery, stated);
  const own = authority.certificates[0]!;
  const digest = await digestBytes('SHA-256', content);
  const attributes = change(forgery.attributes, [
    writeAttribute(CONTENT_TYPE, writeOid(TST_INFO)),
    writeAttribute(MESSAGE_DIGEST, writeDer(OCTET_STRING, digest)),
    writeAttribute(SIGNING_CERTIFICATE_V2, await writeSigningCertificate([own])),
  ]);
  const set = writeSet(attributes);
  const signature = await signBytes(authority.key, forgery.signedBytes?.(set) ?? set);
  const signerInfo = change(forgery.signerInfo, [
    writeInteger(1),
    writeSignerName(own),
    writeHash(SHA_256),
    writeSet(attributes, CONTEXT[0]),
    findSigningAlgorithm(authority.key).identifier,
    writeDer(OCTET_STRING, signature),
  ]);
  const signedData = change(forgery.signedData, [
    writeInteger(3),
    writeSet([writeHash(SHA_256)]),
    writeContent(content),
    writeDer(CONTEXT[0], ...change(forgery.certificates, authority.certificates)),
    writeSet(change(forgery.signers, [writeDer(SEQUENCE, ...signerInfo)])),
  ]);
  const wrapped = writeDer(CONTEXT[0], writeDer(SEQUENCE, ...signedData));
  return writeDer(SEQUENCE, ...change(forgery.contentInfo, [writeOid(SIGNED_DATA), wrapped]));
}

function writeStatement(forgery: Forgery, { digest = DIGEST, nonce }: StampedData): Uint8Array {
  const imprint = change(forgery.imprint, [writeHash(SHA_256), writeDer(OCTET_STRING, digest)]);
  const parts = [
    writeInteger(1),
    writeOid(POLICY),
    writeDer(SEQUENCE, ...imprint),
    writeInteger(7),
    writeTime(GEN_TIME),
  ];
  const own = nonce ? [writeInteger(nonce)] : [];
  const bytes = writeDer(SEQUENCE, ...change(forgery.tstInfo, parts), ...own);
  return forgery.content?.(bytes) ?? bytes;
}

function change(made: PartsChange | undefined, parts: readonly Uint8Array[]): readonly Uint8Array[] {
  return made?.(parts) ?? parts;
}

// Fields are found by place, so that unreadable certificates work, too.
function writeSignerName(certificate: Uint8Array): Uint8Array {
  const signed = readDer(certificate).children[0]!.children;
  const [serial, , issuer] = signed[0]!.tag === CONTEXT[0] ? signed.slice(1) : signed;
  return writeDer(SEQUENCE, issuer!.bytes, serial!.bytes);
}

/** An AlgorithmIdentifier with null for parameters. */
export function writeHash(oid: string): Uint8Array {
  return writeDer(SEQUENCE, writeOid(oid), writeDer(NULL));
}

export function writeContent(content: Uint8Array, type = TST_INFO): Uint8Array {
  return writeDer(SEQUENCE, writeOid(type), writeDer(CONTEXT[0], writeDer(OCTET_STRING, content)));
}

export function writeAttribute(oid: string, ...values: readonly Uint8Array[]): Uint8Array {
  return writeDer(SEQUENCE, writeOid(oid), writeSet(values));
}

/** SigningCertificateV2 of certificates by their SHA-256. */
export async function writeSigningCertificate(certificates: readonly Uint8Array[]): Promise<Uint8Array> {
  const digests = await Promise.all(certificates.map((certificate) => digestBytes('SHA-256', certificate)));
  const ids = digests.map((digest) => writeDer(SEQUENCE, writeDer(OCTET_STRING, digest)));
  return writeDer(SEQUENCE, writeDer(SEQUENCE, ...ids));
}
