import type { HashName } from '../x509/algorithms.ts';
import type { Certificate } from '../x509/certificate.ts';
import { CONTEXT, INTEGER, NULL, OCTET_STRING, PRIMITIVE_CONTEXT, SEQUENCE } from '../der/tags.ts';
import { writeDer, writeInteger, writeOid, writeSet, writeTime } from '../der/write-der.ts';
import {
  CONTENT_TYPE,
  MESSAGE_DIGEST,
  SHA_256,
  SHA_384,
  SHA_512,
  SIGNED_DATA,
  SIGNING_CERTIFICATE_V2,
  TST_INFO,
} from '../x509/oids.ts';
import { digestBytes } from '../x509/web-crypto.ts';
import { findSigningAlgorithm, signBytes, type SigningKey } from './signing-key.ts';

const HASH_OIDS: Readonly<Record<HashName, string>> = {
  'SHA-256': SHA_256,
  'SHA-384': SHA_384,
  'SHA-512': SHA_512,
};

const TST_INFO_VERSION = 1;
const SIGNED_DATA_VERSION = 3;
const SIGNER_INFO_VERSION = 1;

export function writeTstInfo(given: {
  policy: string;
  imprint: Uint8Array;
  serial: bigint;
  genTime: Date;
  accuracyMs: number | undefined;
  nonce: Uint8Array | undefined;
}): Uint8Array {
  const { policy, imprint, serial, genTime, accuracyMs, nonce } = given;
  return writeDer(
    SEQUENCE,
    writeInteger(TST_INFO_VERSION),
    writeOid(policy),
    imprint,
    writeInteger(serial),
    writeTime(genTime),
    ...(accuracyMs === undefined ? [] : [writeAccuracy(accuracyMs)]),
    ...(nonce ? [nonce] : []),
  );
}

function writeAccuracy(accuracyMs: number): Uint8Array {
  const seconds = Math.floor(accuracyMs / 1000);
  const millis = accuracyMs % 1000;
  return writeDer(
    SEQUENCE,
    ...(seconds > 0 ? [writeInteger(seconds, INTEGER)] : []),
    ...(millis > 0 ? [writeInteger(millis, PRIMITIVE_CONTEXT[0])] : []),
  );
}

/**
 * Signs a TSTInfo and wraps it into a token (RFC 5652, sections 3 and 5; RFC 5035, section 3, for the signer's
 * certificate by its SHA-256).
 *
 * @param given `certificates` go into the token; `signer` is the certificate of the key.
 * @throws {EvidenceError} `invalid_signer`, `digest_unavailable`
 */
export async function writeSignedData(given: {
  content: Uint8Array;
  signer: Certificate;
  key: SigningKey;
  certificates: readonly Certificate[];
}): Promise<Uint8Array> {
  const { content, signer } = given;
  const carried = given.certificates.map(({ bytes }) => bytes);
  const { hash } = findSigningAlgorithm(given.key);
  const hashIdentifier = writeDer(SEQUENCE, writeOid(HASH_OIDS[hash]), writeDer(NULL));
  const attributes = [
    writeAttribute(CONTENT_TYPE, writeOid(TST_INFO)),
    writeAttribute(MESSAGE_DIGEST, writeDer(OCTET_STRING, await digestBytes(hash, content))),
    writeAttribute(SIGNING_CERTIFICATE_V2, await writeSigningCertificate(signer)),
  ];
  const signedData = writeDer(
    SEQUENCE,
    writeInteger(SIGNED_DATA_VERSION),
    writeSet([hashIdentifier]),
    writeDer(SEQUENCE, writeOid(TST_INFO), writeDer(CONTEXT[0], writeDer(OCTET_STRING, content))),
    ...(carried.length === 0 ? [] : [writeSet(carried, CONTEXT[0])]),
    writeSet([await writeSignerInfo({ ...given, hashIdentifier, attributes })]),
  );
  return writeDer(SEQUENCE, writeOid(SIGNED_DATA), writeDer(CONTEXT[0], signedData));
}

async function writeSignerInfo(given: {
  signer: Certificate;
  key: SigningKey;
  hashIdentifier: Uint8Array;
  attributes: readonly Uint8Array[];
}): Promise<Uint8Array> {
  const { signer, key, hashIdentifier, attributes } = given;
  return writeDer(
    SEQUENCE,
    writeInteger(SIGNER_INFO_VERSION),
    writeDer(SEQUENCE, signer.issuer.bytes, writeInteger(signer.serial)),
    hashIdentifier,
    writeSet(attributes, CONTEXT[0]),
    findSigningAlgorithm(key).identifier,
    writeDer(OCTET_STRING, await signBytes(key, writeSet(attributes))),
  );
}

function writeAttribute(oid: string, value: Uint8Array): Uint8Array {
  return writeDer(SEQUENCE, writeOid(oid), writeSet([value]));
}

// SigningCertificateV2 with one ESSCertIDv2, whose hash, SHA-256, is the default and so left out.
async function writeSigningCertificate({ bytes }: Certificate): Promise<Uint8Array> {
  const id = writeDer(SEQUENCE, writeDer(OCTET_STRING, await digestBytes('SHA-256', bytes)));
  return writeDer(SEQUENCE, writeDer(SEQUENCE, id));
}
