import { equalBytes } from '../bytes.ts';
import { readHashAlgorithm, readSignatureAlgorithm, type HashName } from '../x509/algorithms.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { DerNode } from '../der/read-der.ts';
import { openFields, readOnlyField } from '../der/read-fields.ts';
import { readOid } from '../der/read-values.ts';
import { CONTEXT, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE, SET } from '../der/tags.ts';
import { CONTENT_TYPE, MESSAGE_DIGEST, SIGNING_CERTIFICATE, SIGNING_CERTIFICATE_V2 } from '../x509/oids.ts';
import { stepsToHash } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import type { SignedData } from './signed-data.ts';
import { isSameName } from '../x509/names.ts';
import { digestBytes, verifySignature } from '../x509/web-crypto.ts';

export type Attributes = ReadonlyMap<string, readonly DerNode[]>;

type CertificateId = { hash: HashName | 'SHA-1'; digest: Uint8Array; issuerSerial: DerNode | undefined };

/**
 * Verifies the signature and that it covers the content (RFC 5652, sections 5.4, 5.6, 11.1 and 11.2). Gives the values
 * of the signed attributes.
 *
 * @param expected `content` is what was signed, wherever it stands, and `contentType` its type
 * @throws {Refusal} `missing_attribute`, `wrong_content_type`, `wrong_message_digest`, `wrong_signature`,
 *   `unsupported_algorithm`, `malformed`
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function verifySignedContent(
  signedData: SignedData,
  { signer, content, contentType }: { signer: Certificate; content: Uint8Array; contentType: string },
): Promise<Attributes> {
  const { budget, signature } = signedData;
  const hash = readHashAlgorithm(signedData.hashAlgorithm);
  const values = readAttributes(signedData.signedAttributes);
  const signedBytes = tagAsSet(signedData.signedAttributes);

  if (readOid(take(values, CONTENT_TYPE, OBJECT_IDENTIFIER)) !== contentType) {
    throw new Refusal('wrong_content_type', 'The signer signed it as something else.');
  }
  const digest = take(values, MESSAGE_DIGEST, OCTET_STRING).content;
  budget.spend(stepsToHash(content.length));
  if (!equalBytes(digest, await digestBytes(hash, content))) {
    throw new Refusal('wrong_message_digest', 'It was changed after it was signed.');
  }

  const { hash: signatureHash = hash, ...rest } = readSignatureAlgorithm(signedData.signatureAlgorithm);
  if (signatureHash !== hash) throw new Refusal('malformed', 'The signer used two hashes.');
  const { publicKey } = signer;
  const algorithm = { ...rest, hash };
  if (await verifySignature({ publicKey, algorithm, signature, signedBytes, budget })) return values;
  throw new Refusal('wrong_signature', "The signer's key did not sign this.");
}

/**
 * Reads attributes (RFC 5652, sections 5.3 and 11). Unknown ones may have any number of values: they are signed, hence
 * harmless.
 *
 * @throws {Refusal} `malformed`
 */
export function readAttributes(node: DerNode): Attributes {
  const attributes = new Map<string, DerNode[]>();
  for (const attribute of node.children) {
    const fields = openFields(attribute, SEQUENCE, 'attribute');
    const oid = readOid(fields.takeAny());
    const values = attributes.get(oid) ?? [];
    // Pushed singly, since a stranger may send more values than a call can have arguments.
    for (const value of fields.take(SET).children) values.push(value);
    fields.end();
    attributes.set(oid, values);
  }
  return attributes;
}

/**
 * Gives undefined for a missing attribute, and refuses two values: readers might believe either.
 *
 * @throws {Refusal} `malformed`
 */
export function readOnlyValue(attributes: Attributes, oid: string): DerNode | undefined {
  const values = attributes.get(oid);
  if (!values || values.length === 1) return values?.[0];
  throw new Refusal('malformed', 'An attribute has no value, or more than one.');
}

// The signature covers the bytes with the tag of a set, where signed data has [0] (RFC 5652, section 5.4). The bytes
// keep the signer's order: sorted as DER asks, they would be bytes that nobody signed.
function tagAsSet({ bytes }: DerNode): Uint8Array {
  const signedBytes = new Uint8Array(bytes);
  signedBytes[0] = SET;
  return signedBytes;
}

function take(attributes: Attributes, oid: string, tag: number): DerNode {
  const value = readOnlyValue(attributes, oid);
  if (!value) throw new Refusal('missing_attribute', 'The signer did not sign the content and its type.');
  if (value.tag !== tag) throw new Refusal('malformed', 'A signed attribute is not of its form.');
  return value;
}

/**
 * Refuses signed data that does not name its signer's certificate (RFC 5035, section 3; RFC 5816): else another
 * certificate for the same key could replace it. One of the two attributes must be there, and each must begin with the
 * signer's certificate. A longer list limits the path to its certificates.
 * The older attribute uses SHA-1, and authorities still use it (RFC 3161, section 2.4.2). Cheating would take a second
 * preimage, and SHA-1 is broken for collisions only.
 * @throws {Refusal} `missing_attribute`, `wrong_signing_certificate`, `unsupported_algorithm`, `malformed`
 * @throws {EvidenceError} `digest_unavailable`
 */
export async function checkSigningCertificate(
  attributes: Attributes,
  path: readonly Certificate[],
): Promise<void> {
  const first = readOnlyValue(attributes, SIGNING_CERTIFICATE);
  const second = readOnlyValue(attributes, SIGNING_CERTIFICATE_V2);
  if (!first && !second) {
    throw new Refusal('missing_attribute', 'The signer did not sign which certificate is its own.');
  }
  if (first) await checkList(readList(first, readId), path);
  if (second) await checkList(readList(second, readIdV2), path);
}

async function checkList(ids: readonly CertificateId[], path: readonly Certificate[]): Promise<void> {
  const [signer, ...authorities] = path;
  if (!(await isListed(signer!, [ids[0]!]))) {
    throw new Refusal('wrong_signing_certificate', 'The signer signed that its certificate is another one.');
  }
  if (ids.length === 1) return;

  for (const authority of authorities) {
    if (!(await isListed(authority, ids))) {
      throw new Refusal('wrong_signing_certificate', 'The signer signed that its authorities are others.');
    }
  }
}

// A certificate is hashed once by each algorithm, since a token has room for many ids.
async function isListed(certificate: Certificate, ids: readonly CertificateId[]): Promise<boolean> {
  const digests = new Map<CertificateId['hash'], Uint8Array>();
  for (const { hash } of ids) {
    if (!digests.has(hash)) digests.set(hash, await digestBytes(hash, certificate.bytes));
  }
  const isOne = ids.map(({ hash, digest, issuerSerial }) => {
    if (!equalBytes(digest, digests.get(hash)!)) return false;
    return !issuerSerial || isOf(issuerSerial, certificate);
  });
  return isOne.includes(true);
}

// IssuerSerial: the only GeneralName is the issuer's directory name, and the number follows.
function isOf(issuerSerial: DerNode, { issuer, serial }: Certificate): boolean {
  const fields = openFields(issuerSerial, SEQUENCE, 'signing certificate');
  const generalName = readOnlyField(fields.take(SEQUENCE), SEQUENCE, 'signing certificate');
  const name = readOnlyField(generalName, CONTEXT[4], 'signing certificate');
  const number = fields.take(INTEGER).content;
  fields.end();
  return isSameName(name, issuer) && equalBytes(number, serial);
}

// SigningCertificate and SigningCertificateV2 have the same form: a list, and policies that nothing here depends on.
function readList(node: DerNode, read: (id: DerNode) => CertificateId): CertificateId[] {
  const fields = openFields(node, SEQUENCE, 'signing certificate');
  const list = fields.take(SEQUENCE);
  fields.takeOptional(SEQUENCE);
  fields.end();
  if (list.children.length === 0)
    throw new Refusal('malformed', 'The signing certificate is not of its form.');
  return list.children.map(read);
}

function readId(node: DerNode): CertificateId {
  const fields = openFields(node, SEQUENCE, 'signing certificate');
  const digest = fields.take(OCTET_STRING).content;
  const issuerSerial = fields.takeOptional(SEQUENCE);
  fields.end();
  return { hash: 'SHA-1', digest, issuerSerial };
}

function readIdV2(node: DerNode): CertificateId {
  const fields = openFields(node, SEQUENCE, 'signing certificate');
  const hashAlgorithm = fields.takeOptional(SEQUENCE);
  const digest = fields.take(OCTET_STRING).content;
  const issuerSerial = fields.takeOptional(SEQUENCE);
  fields.end();
  return { hash: hashAlgorithm ? readHashAlgorithm(hashAlgorithm) : 'SHA-256', digest, issuerSerial };
}
