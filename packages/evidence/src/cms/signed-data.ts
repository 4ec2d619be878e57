import { equalBytes } from '../bytes.ts';
import type { DerNode } from '../der/read-der.ts';
import { openFields, readOnlyField } from '../der/read-fields.ts';
import { readInteger, readOid } from '../der/read-values.ts';
import { CONTEXT, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE, SET } from '../der/tags.ts';
import type { StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { readCertificate, type Certificate } from '../x509/certificate.ts';
import { SIGNED_DATA } from '../x509/oids.ts';

/** Signed data taken apart: each part the bytes as they were received, nothing judged yet. */
export type SignedData = {
  /** What was signed; null when it stands elsewhere. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly Certificate[];
  readonly signerIssuer: DerNode;
  readonly signerSerial: Uint8Array;
  readonly hashAlgorithm: DerNode;
  readonly signedAttributes: DerNode;
  readonly signatureAlgorithm: DerNode;
  readonly signature: Uint8Array;
  readonly unsignedAttributes: DerNode | undefined;
  /** What pays for the checks of it. */
  readonly budget: StepBudget;
};

/**
 * What signed data must be to be understood. A token has its content inside, and no unsigned attributes; a signature's
 * content is elsewhere, and a timestamp of it comes unsigned.
 */
export type SignedDataForm = {
  readonly contentType: string;
  /** RFC 5652, section 5.1: 1 for plain data, 3 for other content. */
  readonly version: number;
  readonly isDetached: boolean;
};

// RFC 5652, section 5.3: 1, as the signer is named by its issuer.
const SIGNER_INFO_VERSION = 1;

// The signer and its authorities. A bound, since each is checked against each.
const MAX_CERTIFICATES = 10;

/**
 * Takes a ContentInfo that holds SignedData apart (RFC 5652, sections 3 and 5). The signature covers the content and the
 * signed attributes only, so that everything else must have the one form that is left to it: what nothing here has a use
 * for (revocation lists, other signers, other kinds of certificates, unsigned attributes of a token) is refused.
 *
 * @throws {Refusal} `malformed`, `missing_attribute`
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
  assertVersion(fields.take(INTEGER), form.version);
  const hashAlgorithm = readOnlyField(fields.take(SET), SET, 'set of hash algorithms');
  const content = readContent(fields.take(SEQUENCE), form);
  const certificates = readCertificates(fields.takeOptional(CONTEXT[0]), budget);
  const signerInfo = readSignerInfo(readOnlyField(fields.take(SET), SET, 'set of signers'), form);
  fields.end();

  if (!equalBytes(hashAlgorithm.bytes, signerInfo.hashAlgorithm.bytes)) {
    throw new Refusal('malformed', 'It announces another hash than its signer used.');
  }
  return { ...signerInfo, content, certificates, budget };
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

/** The certificates that none of the others issued; the signer's own is none of its authorities. */
export function listTopCertificates(signedData: SignedData): Certificate[] {
  const { certificates } = signedData;
  return certificates.filter((certificate) => {
    if (isSigner(certificate, signedData)) return false;
    return certificates.every(
      (other) => other === certificate || !equalBytes(other.subject.bytes, certificate.issuer.bytes),
    );
  });
}

function isSigner({ issuer, serial }: Certificate, { signerIssuer, signerSerial }: SignedData): boolean {
  return equalBytes(issuer.bytes, signerIssuer.bytes) && equalBytes(serial, signerSerial);
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
  const certificates = nodes.map((certificate) => readCertificate(certificate, budget));
  const isTwice = certificates.some((one, index) => {
    return certificates.slice(index + 1).some((other) => equalBytes(one.bytes, other.bytes));
  });
  if (isTwice) throw new Refusal('malformed', 'It has a certificate twice.');
  return certificates;
}

function readSignerInfo(node: DerNode, { isDetached }: SignedDataForm) {
  const fields = openFields(node, SEQUENCE, 'signer');
  assertVersion(fields.take(INTEGER), SIGNER_INFO_VERSION);
  const { signerIssuer, signerSerial } = readSignerName(fields.take(SEQUENCE));
  const hashAlgorithm = fields.take(SEQUENCE);
  const signedAttributes = fields.takeOptional(CONTEXT[0]);
  if (!signedAttributes) throw new Refusal('missing_attribute', 'The signer signed no attributes.');
  const signatureAlgorithm = fields.take(SEQUENCE);
  const signature = fields.take(OCTET_STRING).content;
  const unsignedAttributes = isDetached ? fields.takeOptional(CONTEXT[1]) : undefined;
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

function assertVersion(node: DerNode, version: number): void {
  if (readInteger(node) !== version) throw new Refusal('malformed', 'It is of another version.');
}

function assertOid(node: DerNode, oid: string): void {
  if (readOid(node) !== oid) throw new Refusal('malformed', 'It holds something else than it should.');
}
