import { equalBytes } from '../bytes.ts';
import { readDer, type DerNode } from '../der/read-der.ts';
import { openFields, readOnlyField } from '../der/read-fields.ts';
import { readInteger, readOid } from '../der/read-values.ts';
import { CONTEXT, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE, SET } from '../der/tags.ts';
import type { StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { readAlgorithm } from '../x509/algorithms.ts';
import { readCertificate, type Certificate } from '../x509/certificate.ts';
import { isSameName } from '../x509/names.ts';
import { SIGNED_DATA } from '../x509/oids.ts';

export type SignedData = {
  /** Signed bytes; null when they stand elsewhere. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly Certificate[];
  readonly signerIssuer: DerNode;
  readonly signerSerial: Uint8Array;
  readonly hashAlgorithm: DerNode;
  readonly signedAttributes: DerNode;
  readonly signatureAlgorithm: DerNode;
  readonly signature: Uint8Array;
  readonly unsignedAttributes: DerNode | undefined;
  readonly budget: StepBudget;
};

/**
 * A token has its content inside. A signature's content is elsewhere, and the signature may carry an unsigned
 * timestamp.
 */
export type SignedDataForm = {
  readonly contentType: string;
  /** RFC 5652, section 5.1: 1 for plain data, 3 for other content, 4 and 5 with later additions. */
  readonly versions: readonly number[];
  readonly isDetached: boolean;
};

// RFC 5652, section 5.3: 1, as the signer is named by its issuer. Some authorities repeat the version of their data.
const SIGNER_INFO_VERSIONS = [1, 3];

// The signer and its authorities. Each is compared with each, hence a bound.
const MAX_CERTIFICATES = 10;

/**
 * Takes apart a ContentInfo with SignedData (RFC 5652, sections 3 and 5). The signature covers only the content and the
 * signed attributes. Other parts may be spelled in BER, or are ignored: revocation lists and unsigned attributes of a
 * token. Other signers and other kinds of certificates are refused.
 *
 * @param node from `readBer`; certificates and signed attributes must be DER (section 5.3)
 * @throws {Refusal} `malformed`, `missing_attribute`
 * @throws {TooComplex}
 */
export function readSignedData(
  node: DerNode,
  { form, budget }: { form: SignedDataForm; budget: StepBudget },
): SignedData {
  const contentInfo = openFields(node, SEQUENCE, 'content info');
  assertOid(contentInfo.take(OBJECT_IDENTIFIER), SIGNED_DATA);
  const wrapped = readOnlyField(contentInfo.take(CONTEXT[0]), CONTEXT[0], 'content info');
  contentInfo.end();

  const fields = openFields(wrapped, SEQUENCE, 'signed data');
  assertVersion(fields.take(INTEGER), form.versions);
  const announced = fields.take(SET).children.map(readAlgorithm);
  const content = readContent(fields.take(SEQUENCE), form);
  const certificates = readCertificates(fields.takeOptional(CONTEXT[0]), budget);
  if (!form.isDetached) fields.takeOptional(CONTEXT[1]);
  const signerInfo = readSignerInfo(readOnlyField(fields.take(SET), SET, 'set of signers'), { form, budget });
  fields.end();

  const { oid } = readAlgorithm(signerInfo.hashAlgorithm);
  const isAnnounced =
    announced.some((hash) => hash.oid === oid) && announced.every((hash) => !hash.parameters);
  if (isAnnounced) return { ...signerInfo, content, certificates, budget };
  throw new Refusal('malformed', 'It announces another hash than its signer used.');
}

/**
 * The certificate of the signer.
 *
 * @throws {Refusal} `missing_certificate`
 */
export function findSigner(signedData: SignedData): Certificate {
  const signer = signedData.certificates.find((certificate) => isSigner(certificate, signedData));
  if (signer) return signer;
  throw new Refusal('missing_certificate', "The signer's certificate is not in it.");
}

export function listTopCertificates(signedData: SignedData): Certificate[] {
  const { certificates } = signedData;
  return certificates.filter((certificate) => {
    if (isSigner(certificate, signedData)) return false;
    return certificates.every(
      (other) => other === certificate || !isSameName(other.subject, certificate.issuer),
    );
  });
}

export function isSigner(
  { issuer, serial }: Certificate,
  { signerIssuer, signerSerial }: SignedData,
): boolean {
  return isSameName(issuer, signerIssuer) && equalBytes(serial, signerSerial);
}

function readContent(node: DerNode, { contentType, isDetached }: SignedDataForm): Uint8Array | null {
  const fields = openFields(node, SEQUENCE, 'content');
  assertOid(fields.take(OBJECT_IDENTIFIER), contentType);
  if (isDetached) {
    fields.end();
    return null;
  }
  const octets = readOnlyField(fields.take(CONTEXT[0]), CONTEXT[0], 'content');
  fields.end();
  if (octets.tag !== OCTET_STRING) throw new Refusal('malformed', 'The content is not of its form.');
  return octets.content;
}

function readCertificates(node: DerNode | undefined, budget: StepBudget): Certificate[] {
  const nodes = node?.children ?? [];
  if (nodes.length > MAX_CERTIFICATES) {
    throw new Refusal('malformed', `It has more than ${MAX_CERTIFICATES} certificates.`);
  }
  const once = nodes.filter(({ bytes }, index) => {
    return !nodes.slice(0, index).some((earlier) => equalBytes(earlier.bytes, bytes));
  });
  return once.map(({ bytes }) => readCertificate(readDer(bytes, budget), budget));
}

function readSignerInfo(node: DerNode, { form, budget }: { form: SignedDataForm; budget: StepBudget }) {
  const fields = openFields(node, SEQUENCE, 'signer');
  assertVersion(fields.take(INTEGER), SIGNER_INFO_VERSIONS);
  const { signerIssuer, signerSerial } = readSignerName(fields.take(SEQUENCE));
  const hashAlgorithm = fields.take(SEQUENCE);
  const attributes = fields.takeOptional(CONTEXT[0]);
  if (!attributes) throw new Refusal('missing_attribute', 'The signer signed no attributes.');
  const signedAttributes = readDer(attributes.bytes, budget);
  const signatureAlgorithm = fields.take(SEQUENCE);
  const signature = fields.take(OCTET_STRING).content;
  const unsigned = fields.takeOptional(CONTEXT[1]);
  const unsignedAttributes = form.isDetached ? unsigned : undefined;
  fields.end();
  const signed = { hashAlgorithm, signedAttributes, signatureAlgorithm, signature };
  return { signerIssuer, signerSerial, ...signed, unsignedAttributes };
}

function readSignerName(node: DerNode): { signerIssuer: DerNode; signerSerial: Uint8Array } {
  const fields = openFields(node, SEQUENCE, 'signer');
  const signerIssuer = fields.take(SEQUENCE);
  const signerSerial = fields.take(INTEGER).content;
  fields.end();
  return { signerIssuer, signerSerial };
}

function assertVersion(node: DerNode, versions: readonly number[]): void {
  if (!versions.includes(readInteger(node))) throw new Refusal('malformed', 'It is of another version.');
}

function assertOid(node: DerNode, oid: string): void {
  if (readOid(node) !== oid) throw new Refusal('malformed', 'It holds something else than it should.');
}
