import { MAX_ANSWER_STEPS, openBudget, TooComplex } from '../step-budget.ts';
import { assertTime } from '../timestamp/arguments.ts';
import { judgeRevocation, readAnswers, type RevocationStatus } from './judge-revocation.ts';
import { readQuestion, type RevocationQuestion } from './revocation-question.ts';

/**
 * Verdict of answers on a certificate.
 *
 * - `good`: it had not been revoked at the time asked for, and an answer says so until `until`, ISO 8601, UTC;
 * - `revoked`: it had been, at `revoked_at`, ISO 8601, UTC;
 * - `unknown`: no answer counts.
 */
export type RevocationVerdict =
  | { readonly status: 'good'; readonly until: string }
  | { readonly status: 'revoked'; readonly revoked_at: string }
  | { readonly status: 'unknown' };

/**
 * Verifies what a responder (OCSP) or a revocation list says of a certificate: by the signature of its issuer, or of whom
 * the issuer appointed for this; that it is of this certificate; and that it holds at the time asked for. The answers are
 * taken as attacker-controlled: one that is wrong proves nothing. Where together they take more than a million
 * steps to read and to verify, of which a value in them is four, none proves anything.
 *
 * It is as strict as the verifier of reports, which judges by the same rules.
 *
 * @param given `ocsps`, `crls`: each as DER; `at`: the time that counts, by which the answers must have been given.
 * @throws {EvidenceError} `invalid_signer` for certificates that can't be read, `invalid_time`; `digest_unavailable`.
 *
 * @example
 * ```ts
 * import { verifyRevocation } from '@field-inspection/evidence/seal';
 *
 * declare const certificate: Uint8Array;
 * declare const issuer: Uint8Array;
 * declare const answer: Uint8Array; // application/ocsp-response
 *
 * const question = { certificate, issuer };
 * const { status } = await verifyRevocation({ ...question, ocsps: [answer], crls: [], at: new Date() });
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc6960#section-3.2, https://www.rfc-editor.org/rfc/rfc5280#section-6.3
 */
export async function verifyRevocation(
  given: RevocationQuestion & {
    readonly ocsps: readonly Uint8Array[];
    readonly crls: readonly Uint8Array[];
    readonly at: Date;
  },
): Promise<RevocationVerdict> {
  assertTime(given.at);
  const at = given.at.getTime();
  const question = readQuestion(given);
  const verdict = await judgeOrPass(() => {
    return judgeRevocation({
      ...question,
      answers: readAnswers(given, openBudget(MAX_ANSWER_STEPS)),
      at,
      seenBy: at,
    });
  });
  if (verdict.status === 'unknown') return verdict;
  if (verdict.status === 'good') return { status: 'good', until: new Date(verdict.until).toISOString() };
  return { status: 'revoked', revoked_at: new Date(verdict.revokedAt).toISOString() };
}

async function judgeOrPass(judge: () => Promise<RevocationStatus>): Promise<RevocationStatus> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof TooComplex) return { status: 'unknown' };
    throw error;
  }
}
