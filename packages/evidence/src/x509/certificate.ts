import { equalBytes } from '../bytes.ts';
import { readDer, type DerNode } from '../der/read-der.ts';
import { openFields } from '../der/read-fields.ts';
import { readBoolean, readInteger, readOid, readTime } from '../der/read-values.ts';
import { BIT_STRING, BOOLEAN, CONTEXT, INTEGER, OCTET_STRING, SEQUENCE } from '../der/tags.ts';
import { openBudget, type StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';

type Extension = { readonly critical: boolean; readonly read: () => DerNode };

/** RFC 5280, section 4.1. Names, numbers and signed parts are the received bytes; times are milliseconds since 1970. */
export type Certificate = {
  readonly bytes: Uint8Array;
  readonly signedBytes: Uint8Array;
  readonly serial: Uint8Array;
  readonly issuer: DerNode;
  readonly subject: DerNode;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: DerNode;
  readonly extensions: ReadonlyMap<string, Extension>;
  readonly signatureAlgorithm: DerNode;
  readonly signature: Uint8Array;
  readonly budget: StepBudget;
};

const VERSION_3 = 2;

/**
 * @param budget of the material that the certificate came in. Default: one for this certificate alone
 *
 * @throws {Refusal} `malformed`
 */
export function readCertificate(node: DerNode, budget: StepBudget = openBudget()): Certificate {
  const fields = openFields(node, SEQUENCE, 'certificate');
  const signed = fields.take(SEQUENCE);
  const signatureAlgorithm = fields.take(SEQUENCE);
  const signature = fields.take(BIT_STRING).content;
  fields.end();
  if (signature[0] !== 0) throw malformed('has a signature that is not whole bytes');

  const { innerAlgorithm, ...rest } = readSignedPart(signed, budget);
  // RFC 5280, section 4.1.1.2: the unsigned algorithm must be the signed one.
  if (!equalBytes(innerAlgorithm.bytes, signatureAlgorithm.bytes)) throw malformed('names two algorithms');
  return {
    ...rest,
    bytes: node.bytes,
    signedBytes: signed.bytes,
    signatureAlgorithm,
    signature: signature.subarray(1),
    budget,
  };
}

/**
 * Gives undefined for an extension that is not there.
 *
 * @throws {Refusal} `malformed`
 * @throws {TooComplex}
 */
export function readExtensionValue(certificate: Certificate, oid: string): DerNode | undefined {
  return certificate.extensions.get(oid)?.read();
}

/**
 * Reads an extension of a certificate that is given as its DER; undefined when it does not have it.
 *
 * @throws {Refusal} `malformed`
 * @throws {TooComplex}
 *
 * @example
 * ```ts
 * import { findExtension, readOid } from '@field-inspection/evidence/asn1';
 *
 * declare const certificate: Uint8Array; // DER
 *
 * const purposes = findExtension(certificate, '2.5.29.37')?.children.map(readOid) ?? [];
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-4.2
 */
export function findExtension(certificate: Uint8Array, oid: string): DerNode | undefined {
  return readExtensionValue(readCertificate(readDer(new Uint8Array(certificate))), oid);
}

function readSignedPart(node: DerNode, budget: StepBudget) {
  const fields = openFields(node, SEQUENCE, 'certificate');
  const version = fields.takeOptional(CONTEXT[0]);
  const serial = fields.take(INTEGER).content;
  const innerAlgorithm = fields.take(SEQUENCE);
  const issuer = fields.take(SEQUENCE);
  const { notBefore, notAfter } = readValidity(fields.take(SEQUENCE));
  const subject = fields.take(SEQUENCE);
  const publicKey = fields.take(SEQUENCE);
  const extensions = readExtensions(fields.takeOptional(CONTEXT[3]), budget);
  fields.end();
  if (extensions.size > 0 && !isVersion3(version)) throw malformed('has extensions, but not their version');
  return { serial, innerAlgorithm, issuer, notBefore, notAfter, subject, publicKey, extensions };
}

function isVersion3(version: DerNode | undefined): boolean {
  if (!version) return false;
  const fields = openFields(version, CONTEXT[0], 'certificate');
  const number = readInteger(fields.take(INTEGER));
  fields.end();
  return number === VERSION_3;
}

function readValidity(node: DerNode): { notBefore: number; notAfter: number } {
  const fields = openFields(node, SEQUENCE, 'certificate');
  const notBefore = readTime(fields.takeAny());
  const notAfter = readTime(fields.takeAny());
  fields.end();
  return { notBefore, notAfter };
}

function readExtensions(node: DerNode | undefined, budget: StepBudget): Map<string, Extension> {
  const extensions = new Map<string, Extension>();
  if (!node) return extensions;

  const fields = openFields(node, CONTEXT[3], 'certificate');
  const list = fields.take(SEQUENCE);
  fields.end();
  for (const item of list.children) {
    const { oid, extension } = readExtension(item, budget);
    // RFC 5280, section 4.2: readers might believe either of two.
    if (extensions.has(oid)) throw malformed('has an extension twice');
    extensions.set(oid, extension);
  }
  return extensions;
}

function readExtension(node: DerNode, budget: StepBudget): { oid: string; extension: Extension } {
  const fields = openFields(node, SEQUENCE, 'extension');
  const oid = readOid(fields.takeAny());
  // DER leaves out a false. Some authorities have signed it all the same.
  const critical = readBoolean(fields.takeOptional(BOOLEAN));
  const value = fields.take(OCTET_STRING).content;
  fields.end();
  let inside: DerNode | undefined;
  return { oid, extension: { critical, read: () => (inside ??= readDer(value, budget)) } };
}

function malformed(reason: string): Refusal {
  return new Refusal('malformed', `A certificate ${reason}.`);
}
