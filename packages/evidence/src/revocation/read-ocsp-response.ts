import { readDer, type DerNode } from '../der/read-der.ts';
import { openFields, readOnlyField } from '../der/read-fields.ts';
import { readOid, readTime } from '../der/read-values.ts';
import {
  BIT_STRING,
  CONTEXT,
  ENUMERATED,
  GENERALIZED_TIME,
  INTEGER,
  OBJECT_IDENTIFIER,
  OCTET_STRING,
  PRIMITIVE_CONTEXT,
  SEQUENCE,
} from '../der/tags.ts';
import type { StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { readCertificate, type Certificate } from '../x509/certificate.ts';
import { OCSP_BASIC } from '../x509/oids.ts';
import { assertNoCriticalExtensions } from './extensions.ts';

/** RFC 6960, section 4.2.1. Times are milliseconds since 1970. */
export type OcspResponse = {
  readonly signedBytes: Uint8Array;
  readonly signatureAlgorithm: DerNode;
  readonly signature: Uint8Array;
  /** [1] with a name, or [2] with the SHA-1 of a key. */
  readonly responder: DerNode;
  readonly producedAt: number;
  readonly answers: readonly SingleResponse[];
  readonly certificates: readonly Certificate[];
  readonly budget: StepBudget;
};

/** Without `nextUpdate` there may be news at any time. */
export type SingleResponse = {
  readonly hashOid: string;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  readonly serial: Uint8Array;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: number | null;
  readonly thisUpdate: number;
  readonly nextUpdate: number | null;
};

const SUCCESSFUL = 0;

// A response is about one certificate or a few, and brings its responder's certificates.
const MAX_ANSWERS = 100;
const MAX_CERTIFICATES = 10;

/**
 * Reads an OCSPResponse without verifying it.
 *
 * @throws {Refusal} `malformed`, also for a response without an answer
 * @throws {TooComplex}
 */
export function readOcspResponse(der: Uint8Array, budget: StepBudget): OcspResponse {
  const fields = openFields(readDer(der, budget), SEQUENCE, 'OCSP response');
  if (fields.take(ENUMERATED).content[0] !== SUCCESSFUL) throw malformed('says that it has no answer');
  const wrapped = readOnlyField(fields.take(CONTEXT[0]), CONTEXT[0], 'OCSP response');
  fields.end();

  const typed = openFields(wrapped, SEQUENCE, 'OCSP response');
  if (readOid(typed.take(OBJECT_IDENTIFIER)) !== OCSP_BASIC) throw malformed('is of an unknown type');
  const basic = readDer(typed.take(OCTET_STRING).content, budget);
  typed.end();
  return readBasicResponse(basic, budget);
}

function readBasicResponse(node: DerNode, budget: StepBudget): OcspResponse {
  const fields = openFields(node, SEQUENCE, 'OCSP response');
  const signed = fields.take(SEQUENCE);
  const signatureAlgorithm = fields.take(SEQUENCE);
  const signature = fields.take(BIT_STRING).content;
  const certificates = readCertificates(fields.takeOptional(CONTEXT[0]), budget);
  fields.end();
  if (signature[0] !== 0) throw malformed('has a signature that is not whole bytes');
  const about = { signedBytes: signed.bytes, signatureAlgorithm, signature: signature.subarray(1) };
  return { ...about, ...readResponseData(signed), certificates, budget };
}

function readResponseData(node: DerNode) {
  const fields = openFields(node, SEQUENCE, 'OCSP response');
  const responder = fields.takeAny();
  if (responder.tag !== CONTEXT[1] && responder.tag !== CONTEXT[2]) throw malformed('names no responder');
  const producedAt = readTime(fields.take(GENERALIZED_TIME));
  const { children } = fields.take(SEQUENCE);
  if (children.length > MAX_ANSWERS) throw malformed(`has more than ${MAX_ANSWERS} answers`);
  const answers = children.map(readSingleResponse);
  assertNoCriticalExtensions(fields.takeOptional(CONTEXT[1]));
  fields.end();
  return { responder, producedAt, answers };
}

function readSingleResponse(node: DerNode): SingleResponse {
  const fields = openFields(node, SEQUENCE, 'OCSP answer');
  const id = readCertificateId(fields.take(SEQUENCE));
  const { status, revokedAt } = readStatus(fields.takeAny());
  const thisUpdate = readTime(fields.take(GENERALIZED_TIME));
  const next = fields.takeOptional(CONTEXT[0]);
  const nextUpdate = next ? readTime(readOnlyField(next, CONTEXT[0], 'OCSP answer')) : null;
  assertNoCriticalExtensions(fields.takeOptional(CONTEXT[1]));
  fields.end();
  return { ...id, status, revokedAt, thisUpdate, nextUpdate };
}

function readCertificateId(node: DerNode) {
  const fields = openFields(node, SEQUENCE, 'OCSP answer');
  const hashOid = readOid(openFields(fields.take(SEQUENCE), SEQUENCE, 'OCSP answer').takeAny());
  const issuerNameHash = fields.take(OCTET_STRING).content;
  const issuerKeyHash = fields.take(OCTET_STRING).content;
  const serial = fields.take(INTEGER).content;
  fields.end();
  return { hashOid, issuerNameHash, issuerKeyHash, serial };
}

function readStatus(node: DerNode): Pick<SingleResponse, 'status' | 'revokedAt'> {
  if (node.tag === CONTEXT[1]) {
    const fields = openFields(node, CONTEXT[1], 'OCSP answer');
    const revokedAt = readTime(fields.take(GENERALIZED_TIME));
    fields.takeOptional(CONTEXT[0]);
    fields.end();
    return { status: 'revoked', revokedAt };
  }
  if (node.content.length > 0) throw malformed('has a status that is none');
  if (node.tag === PRIMITIVE_CONTEXT[0]) return { status: 'good', revokedAt: null };
  if (node.tag === PRIMITIVE_CONTEXT[2]) return { status: 'unknown', revokedAt: null };
  throw malformed('has a status that is none');
}

function readCertificates(node: DerNode | undefined, budget: StepBudget): Certificate[] {
  if (!node) return [];
  const { children } = readOnlyField(node, CONTEXT[0], 'OCSP response');
  if (children.length > MAX_CERTIFICATES) throw malformed(`has more than ${MAX_CERTIFICATES} certificates`);
  return children.map((certificate) => readCertificate(certificate, budget));
}

function malformed(reason: string): Refusal {
  return new Refusal('malformed', `The OCSP response ${reason}.`);
}
