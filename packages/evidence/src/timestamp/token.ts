import { equalBytes } from '../bytes.ts';
import { readCertificate, type Certificate } from './certificate.ts';
import { readDer, type DerNode } from './der/read-der.ts';
import { openFields, readOnlyField } from './der/read-fields.ts';
import { readInteger, readOid } from './der/read-values.ts';
import { CONTEXT, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE, SET } from './der/tags.ts';
import { SIGNED_DATA, TST_INFO } from './oids.ts';
import { Refusal } from '../timestamp-refusal.ts';

/** A token taken apart: each part the bytes as they were received, nothing judged yet. */
export type SignedData = {
  /** The DER of the TSTInfo. */
  readonly content: Uint8Array;
  readonly certificates: readonly Certificate[];
  readonly signerIssuer: DerNode;
  readonly signerSerial: Uint8Array;
  readonly hashAlgorithm: DerNode;
  readonly signedAttributes: DerNode;
  readonly signatureAlgorithm: DerNode;
  readonly signature: Uint8Array;
};

/** A certificate and the names in it, each as its DER. Two names are the same when their bytes are. */
export type TokenCertificate = {
  readonly der: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
};

// RFC 5652, section 5.1: 3, as the content is not plain data; section 5.3: 1, as the signer is named by its issuer.
const SIGNED_DATA_VERSION = 3;
const SIGNER_INFO_VERSION = 1;

// The signer and its authorities. A bound, since each is checked against each.
const MAX_CERTIFICATES = 10;

/**
 * Takes a token apart: a ContentInfo that holds SignedData (RFC 5652, sections 3 and 5) with a TSTInfo (RFC 3161,
 * section 2.4.2). The signature covers the content and the signed attributes only, so that everything else must have
 * the one form that is left to it: what RFC 3161 has no use for (revocation lists, unsigned attributes, other signers,
 * other kinds of certificates) is refused.
 *
 * @throws {Refusal} `malformed`, `missing_attribute`
 */
export function readSignedData(token: DerNode): SignedData {
  const contentInfo = openFields(token, SEQUENCE, 'token');
  assertOid(contentInfo.take(OBJECT_IDENTIFIER), SIGNED_DATA);
  const content = readOnlyField(contentInfo.take(CONTEXT[0]), CONTEXT[0], 'token');
  contentInfo.end();

  const fields = openFields(content, SEQUENCE, 'signed data');
  assertVersion(fields.take(INTEGER), SIGNED_DATA_VERSION);
  const hashAlgorithm = readOnlyField(fields.take(SET), SET, 'set of hash algorithms');
  const timestamp = readContent(fields.take(SEQUENCE));
  const certificates = readCertificates(fields.takeOptional(CONTEXT[0]));
  const signerInfo = readSignerInfo(readOnlyField(fields.take(SET), SET, 'set of signers'));
  fields.end();

  if (!equalBytes(hashAlgorithm.bytes, signerInfo.hashAlgorithm.bytes)) {
    throw new Refusal('malformed', 'The token announces another hash than its signer used.');
  }
  return { ...signerInfo, content: timestamp, certificates };
}

/**
 * Lists the certificates that a timestamp token brings along, in its order. Nothing is verified: that one is here says
 * nothing of whom to trust.
 *
 * @param token the DER of the token, as `readTimestampReply` returned it.
 * @returns none, when the token is not one that `verifyTimestamp` could take apart.
 *
 * @example
 * ```ts
 * import { listTokenCertificates } from '@field-inspection/evidence';
 *
 * declare const token: Uint8Array;
 *
 * console.log(listTokenCertificates(token).length); // 2: the signer's, and its authority's
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc5652#section-5.1
 */
export function listTokenCertificates(token: Uint8Array): TokenCertificate[] {
  try {
    const { certificates } = readSignedData(readDer(token));
    return certificates.map(({ bytes, issuer, subject }) => ({
      der: bytes,
      issuer: issuer.bytes,
      subject: subject.bytes,
    }));
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** Whether it is the certificate that the token names as its signer's. */
export function isSigner(
  { issuer, serial }: Certificate,
  { signerIssuer, signerSerial }: SignedData,
): boolean {
  return equalBytes(issuer.bytes, signerIssuer.bytes) && equalBytes(serial, signerSerial);
}

function readContent(node: DerNode): Uint8Array {
  const fields = openFields(node, SEQUENCE, 'content');
  assertOid(fields.take(OBJECT_IDENTIFIER), TST_INFO);
  const octets = readOnlyField(fields.take(CONTEXT[0]), CONTEXT[0], 'content');
  fields.end();
  if (octets.tag !== OCTET_STRING) throw new Refusal('malformed', 'The content is not of its form.');
  return octets.content;
}

function readCertificates(node: DerNode | undefined): Certificate[] {
  const nodes = node?.children ?? [];
  if (nodes.length > MAX_CERTIFICATES) {
    throw new Refusal('malformed', `The token has more than ${MAX_CERTIFICATES} certificates.`);
  }
  const certificates = nodes.map(readCertificate);
  const isTwice = certificates.some((one, index) => {
    return certificates.slice(index + 1).some((other) => equalBytes(one.bytes, other.bytes));
  });
  if (isTwice) throw new Refusal('malformed', 'The token has a certificate twice.');
  return certificates;
}

function readSignerInfo(node: DerNode) {
  const fields = openFields(node, SEQUENCE, 'signer');
  assertVersion(fields.take(INTEGER), SIGNER_INFO_VERSION);
  const { signerIssuer, signerSerial } = readSignerName(fields.take(SEQUENCE));
  const hashAlgorithm = fields.take(SEQUENCE);
  const signedAttributes = fields.takeOptional(CONTEXT[0]);
  if (!signedAttributes) throw new Refusal('missing_attribute', 'The signer signed no attributes.');
  const signatureAlgorithm = fields.take(SEQUENCE);
  const signature = fields.take(OCTET_STRING).content;
  fields.end();
  return { signerIssuer, signerSerial, hashAlgorithm, signedAttributes, signatureAlgorithm, signature };
}

function readSignerName(node: DerNode): { signerIssuer: DerNode; signerSerial: Uint8Array } {
  const fields = openFields(node, SEQUENCE, 'signer');
  const signerIssuer = fields.take(SEQUENCE);
  const signerSerial = fields.take(INTEGER).content;
  fields.end();
  return { signerIssuer, signerSerial };
}

function assertVersion(node: DerNode, version: number): void {
  if (readInteger(node) !== version) throw new Refusal('malformed', 'The token is of another version.');
}

function assertOid(node: DerNode, oid: string): void {
  if (readOid(node) !== oid)
    throw new Refusal('malformed', 'The token holds something else than a timestamp.');
}
