import { readDer, type DerNode } from '../der/read-der.ts';
import { openFields } from '../der/read-fields.ts';
import { readInteger, readTime } from '../der/read-values.ts';
import { BIT_STRING, CONTEXT, GENERALIZED_TIME, INTEGER, SEQUENCE, UTC_TIME } from '../der/tags.ts';
import { equalBytes } from '../bytes.ts';
import { stepsToWalk, type StepBudget } from '../step-budget.ts';
import { Refusal } from '../timestamp-refusal.ts';
import { ISSUING_DISTRIBUTION_POINT } from '../x509/oids.ts';
import { assertNoCriticalExtensions, readAnswerExtensions } from './extensions.ts';

/** RFC 5280, section 5.1. Times are milliseconds since 1970. */
export type Crl = {
  readonly signedBytes: Uint8Array;
  readonly signatureAlgorithm: DerNode;
  readonly signature: Uint8Array;
  readonly issuer: DerNode;
  readonly thisUpdate: number;
  readonly nextUpdate: number | null;
  /** undefined: the list covers everything that its issuer issues. */
  readonly scope: DerNode | undefined;
  /** Each entry has the certificate's number, the time of revocation, and extensions. */
  readonly entries: readonly DerNode[];
  readonly budget: StepBudget;
};

const VERSION_2 = 1;

/**
 * Reads a CertificateList without verifying it. Lists of changes only (delta CRLs) and those of several issuers are
 * refused by their critical extensions.
 *
 * @throws {Refusal} `malformed`
 * @throws {TooComplex}
 */
export function readCrl(der: Uint8Array, budget: StepBudget): Crl {
  const fields = openFields(readDer(der, budget), SEQUENCE, 'revocation list');
  const signed = fields.take(SEQUENCE);
  const signatureAlgorithm = fields.take(SEQUENCE);
  const signature = fields.take(BIT_STRING).content;
  fields.end();
  if (signature[0] !== 0) throw malformed('has a signature that is not whole bytes');

  const { innerAlgorithm, ...list } = readSignedPart(signed, budget);
  if (!equalBytes(innerAlgorithm.bytes, signatureAlgorithm.bytes)) throw malformed('names two algorithms');
  const about = { signedBytes: signed.bytes, signatureAlgorithm, signature: signature.subarray(1) };
  return { ...list, ...about, budget };
}

/**
 * Gives the certificate's time of revocation; null when it is not listed.
 *
 * @throws {Refusal} `malformed`
 */
export function findRevocation({ entries, budget }: Crl, serial: Uint8Array): number | null {
  budget.spend(stepsToWalk(entries.length));
  for (const entry of entries) {
    const fields = openFields(entry, SEQUENCE, 'revocation list');
    const isOf = equalBytes(fields.take(INTEGER).content, serial);
    if (!isOf) continue;
    const revokedAt = readTime(fields.takeAny());
    // An entry of another issuer would be marked critical here.
    assertNoCriticalExtensions(fields.takeOptional(SEQUENCE));
    fields.end();
    return revokedAt;
  }
  return null;
}

function readSignedPart(node: DerNode, budget: StepBudget) {
  const fields = openFields(node, SEQUENCE, 'revocation list');
  const version = fields.takeOptional(INTEGER);
  if (version && readInteger(version) !== VERSION_2) throw malformed('is of another version');
  const innerAlgorithm = fields.take(SEQUENCE);
  const issuer = fields.take(SEQUENCE);
  const thisUpdate = readTime(fields.takeAny());
  const next = fields.takeOptional(UTC_TIME) ?? fields.takeOptional(GENERALIZED_TIME);
  const entries = fields.takeOptional(SEQUENCE)?.children ?? [];
  const extensions = readAnswerExtensions(fields.takeOptional(CONTEXT[0]));
  fields.end();
  if (extensions.some(({ oid, critical }) => critical && oid !== ISSUING_DISTRIBUTION_POINT)) {
    throw malformed('has an extension that is not understood here');
  }
  const scope = extensions.find(({ oid }) => oid === ISSUING_DISTRIBUTION_POINT);
  return {
    innerAlgorithm,
    issuer,
    thisUpdate,
    nextUpdate: next ? readTime(next) : null,
    entries,
    scope: scope && readDer(scope.value, budget),
  };
}

function malformed(reason: string): Refusal {
  return new Refusal('malformed', `The revocation list ${reason}.`);
}
