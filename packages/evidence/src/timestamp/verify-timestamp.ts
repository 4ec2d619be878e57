import { equalBytes, isBytes } from '../bytes.ts';
import { EvidenceError } from '../evidence-error.ts';
import { assertDigest, assertTime } from './arguments.ts';
import { verifyCertificatePath } from '../x509/certificate-path.ts';
import { findCertificateFault } from '../x509/certificate-rules.ts';
import { checkSignerCertificate, TIMESTAMPING } from './check-signer-certificate.ts';
import { readCertificate, type Certificate } from '../x509/certificate.ts';
import { readDer } from '../der/read-der.ts';
import { checkAuthorityName, formatName } from '../x509/names.ts';
import { MAX_ANSWER_STEPS, openBudget, TooComplex, type StepBudget } from '../step-budget.ts';
import { Refusal, type TimestampFailureCode } from '../timestamp-refusal.ts';
import { checkSigningCertificate, verifySignedContent } from '../cms/signed-attributes.ts';
import { findSigner } from '../cms/signed-data.ts';
import { readToken } from './token.ts';
import { TST_INFO } from '../x509/oids.ts';
import { readTstInfo, viewTstInfo, type TstInfo } from './tst-info.ts';

export type TimestampExpectation = {
  /** The SHA-256 digest that was timestamped, 32 bytes. */
  readonly digest: Uint8Array;
  /** The certificates of the authorities that are trusted, each as DER. */
  readonly roots: readonly Uint8Array[];
  /** The nonce of the request, as `buildTimestampRequest` returned it. Left out, any is taken, or none. */
  readonly nonce?: Uint8Array;
  /** The time of verification. */
  readonly now: Date;
  /**
   * Milliseconds that a token may be ahead of `now`, beyond its own accuracy, since clocks differ. Default: 60 000 (1
   * min).
   */
  readonly toleranceMs?: number;
};

/**
 * The verdict on a token.
 *
 * - `gen_time`: when the authority says it saw the digest: ISO 8601, UTC, cut to milliseconds;
 * - `serial`: the token's number at its authority, in lower-case hex, two digits a byte;
 * - `policy`: the authority's policy, an object identifier in dotted form;
 * - `accuracy_us`: by how many microseconds `gen_time` may be off, either way; null when the authority leaves that to
 *   its policy;
 * - `authority`: the subject of the signer's certificate, as RFC 4514 writes names, such as "CN=Unit 1,O=Authority".
 *
 * `code` is stable; `message` is for people and may change.
 */
export type TimestampVerdict =
  | {
      valid: true;
      gen_time: string;
      serial: string;
      policy: string;
      accuracy_us: number | null;
      authority: string;
    }
  | { valid: false; code: TimestampFailureCode; message: string };

/**
 * Verifies a timestamp token: that an authority under one of `roots` states to have seen `digest` at a certain time.
 * The token is taken as attacker-controlled: anything that is wrong with it is a verdict, never an exception. In a valid
 * one no bit could be flipped of what is signed: the statement, the attributes, the certificates of the path.
 *
 * It is stricter than `openssl ts -verify`: what is signed must be DER; the certificates must have been valid at the
 * token's time, not now, and that time must have come; hashes must be SHA-256 or longer, keys RSA of 2048 bits or more,
 * P-256, P-384 or P-521; authorities must be marked as such by basic constraints, and by key usage where they state one.
 * Around what is signed it takes what CMS leaves free, and passes over what nothing rests on (decision 72): further
 * certificates, revocation lists, unsigned attributes.
 *
 * The path must be in the token (request it: `buildTimestampRequest` does), up to certificates that `roots` issued.
 * Revocation is not judged: that takes lists from the network, which a caller who needs it must fetch.
 *
 * @param token the DER of the token, as `readTimestampReply` returned it.
 * @returns the verdict. The promise is rejected only by `EvidenceError`: `invalid_digest`, `invalid_nonce`,
 *   `invalid_root`, `invalid_time` for arguments that are not the token's, and `digest_unavailable`.
 *
 * @example
 * ```ts
 * import { buildTimestampRequest, readTimestampReply, verifyTimestamp } from '@field-inspection/evidence';
 *
 * declare const digest: Uint8Array; // the hash of the chain's head, as its 32 bytes
 * declare const root: Uint8Array; // DER, from the authority's site
 * declare function post(url: string, query: Uint8Array): Promise<Uint8Array>; // application/timestamp-query
 *
 * const { der, nonce } = buildTimestampRequest(digest, { nonce: crypto.getRandomValues(new Uint8Array(8)) });
 * const { token } = readTimestampReply(await post('https://tsa.example/', der));
 *
 * const verdict = await verifyTimestamp(token, { digest, roots: [root], nonce, now: new Date() });
 * console.log(verdict.valid ? verdict.gen_time : verdict.code); // 2026-11-20T10:02:00.000Z
 * ```
 *
 * @see https://www.rfc-editor.org/rfc/rfc3161#section-2.4.2, https://www.rfc-editor.org/rfc/rfc5816,
 *   https://www.rfc-editor.org/rfc/rfc5652#section-5.4, https://www.rfc-editor.org/rfc/rfc5280#section-6
 */
export async function verifyTimestamp(
  token: Uint8Array,
  expectation: TimestampExpectation,
): Promise<TimestampVerdict> {
  try {
    return await judgeTimestamp(token, { ...expectation, budget: openBudget(MAX_ANSWER_STEPS) });
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return { valid: false, code: 'too_complex', message: error.message };
  }
}

export type BudgetedExpectation = TimestampExpectation & { readonly budget: StepBudget };

/**
 * Gives the verdict of `verifyTimestamp`.
 *
 * @throws {EvidenceError} what `verifyTimestamp` is rejected by
 * @throws {TooComplex}
 */
export async function judgeTimestamp(
  token: Uint8Array,
  expectation: BudgetedExpectation,
): Promise<TimestampVerdict> {
  assertDigest(expectation.digest);
  assertTime(expectation.now);
  assertNonce(expectation.nonce);
  const roots = expectation.roots.map(readRoot);
  try {
    return await judgeToken(token, { ...expectation, roots });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { valid: false, code: error.code, message: error.message };
  }
}

async function judgeToken(
  token: Uint8Array,
  expected: Omit<BudgetedExpectation, 'roots'> & { roots: readonly Certificate[] },
): Promise<TimestampVerdict> {
  const { budget } = expected;
  const signedData = readToken(copyBytes(token), budget);
  const { content, certificates } = signedData;
  const info = readTstInfo(content, budget);
  checkImprint(info, expected);

  const signer = findSigner(signedData);
  const attributes = await verifySignedContent(signedData, { signer, content, contentType: TST_INFO });
  checkSignerCertificate(signer);
  const fault = findCertificateFault(signer, info.genTime);
  if (fault) throw fault;
  const { roots } = expected;
  const given = { signer, certificates, roots, at: info.genTime, purpose: TIMESTAMPING };
  const path = await verifyCertificatePath(given);
  await checkSigningCertificate(attributes, path);
  checkAuthorityName(info.authority, signer);
  checkTime(info, expected);

  return {
    valid: true,
    ...viewTstInfo(info),
    accuracy_us: info.accuracyUs,
    authority: formatName(signer.subject),
  };
}

// null, or text, must not pass for "any nonce".
function assertNonce(nonce: unknown): void {
  if (nonce === undefined || isBytes(nonce)) return;
  throw new EvidenceError('invalid_nonce', 'A nonce is the bytes of the request, or left out.');
}

// A root that is no certificate is the caller's mistake, and must not pass for one that issued nothing.
function readRoot(der: Uint8Array): Certificate {
  try {
    return readCertificate(readDer(copyBytes(der)));
  } catch (cause) {
    throw new EvidenceError('invalid_root', 'A root must be the DER of a certificate.', { cause });
  }
}

// The caller may change the memory meanwhile, but the hash must be of the bytes that were read.
function copyBytes(bytes: unknown): Uint8Array {
  if (!isBytes(bytes)) throw new Refusal('malformed', 'A token is bytes.');
  return new Uint8Array(bytes);
}

function checkImprint(
  { imprint, nonce }: TstInfo,
  expected: Pick<TimestampExpectation, 'digest' | 'nonce'>,
): void {
  if (imprint.hash !== 'SHA-256' || !equalBytes(imprint.digest, expected.digest)) {
    throw new Refusal('wrong_digest', 'The token is for other data.');
  }
  if (expected.nonce && !(nonce && equalBytes(nonce, expected.nonce))) {
    throw new Refusal('wrong_nonce', 'The token answers another request.');
  }
}

function checkTime(
  { genTime, accuracyUs }: TstInfo,
  { now, toleranceMs = 60_000 }: Pick<TimestampExpectation, 'now' | 'toleranceMs'>,
): void {
  const earliest = genTime - (accuracyUs ?? 0) / 1000;
  // Negated, since any comparison with NaN is false: a tolerance that is no number tolerates nothing.
  if (!(earliest <= now.getTime() + toleranceMs)) {
    throw new Refusal('in_the_future', "The token's time has not come yet.");
  }
}
