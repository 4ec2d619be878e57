import { EvidenceError, readTimestampReply, verifyTimestamp } from '@field-inspection/evidence';
import { findTokenEnd } from './find-token-end.ts';
import { listTopCertificates } from './list-top-certificates.ts';

export type GoodToken = {
  token: Uint8Array<ArrayBuffer>;
  genTime: Date;
  serial: string;
  policy: string;
  /** When the first certificate ends that it rests on. */
  notAfter: Date;
};

export type ReplyVerdict =
  ({ ok: true } & GoodToken) | { ok: false; failure: 'refused' | 'rejected'; message: string };

/** An authority answers at once: a time more than five minutes away is wrong on one of the two sides. */
const MAX_SKEW_MS = 300_000;

/**
 * The request was for `digest` with `nonce`. Without roots, the token's own highest certificates are taken for roots:
 * whoever verifies decides whether to trust them, and all else is checked.
 */
export const judgeReply = async (
  reply: Uint8Array,
  expected: { digest: Uint8Array; nonce: Uint8Array; roots: readonly Uint8Array[]; now: Date },
): Promise<ReplyVerdict> => {
  try {
    const { token } = readTimestampReply(reply);
    return await judgeToken(Uint8Array.from(token), expected);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return error.code === 'timestamp_refused'
      ? { ok: false, failure: 'refused', message: error.message }
      : reject(error.message);
  }
};

const judgeToken = async (
  token: Uint8Array<ArrayBuffer>,
  { digest, nonce, roots, now }: Parameters<typeof judgeReply>[1],
): Promise<ReplyVerdict> => {
  const verdict = await verifyTimestamp(token, {
    digest,
    nonce,
    now,
    roots: roots.length > 0 ? roots : listTopCertificates(token),
    toleranceMs: MAX_SKEW_MS,
  });
  if (!verdict.valid) {
    const isAlone = verdict.code === 'untrusted' && roots.length === 0;
    return reject(isAlone ? `${verdict.message} Name its authority in TSA_CA_FILE.` : verdict.message);
  }
  const genTime = new Date(verdict.gen_time);
  const latest = genTime.getTime() + (verdict.accuracy_us ?? 0) / 1000 + MAX_SKEW_MS;
  if (latest < now.getTime()) return reject("The token's time is long past.");
  const { serial, policy } = verdict;
  return { ok: true, token, genTime, serial, policy, notAfter: findTokenEnd(token, roots) };
};

const reject = (message: string): ReplyVerdict => ({ ok: false, failure: 'rejected', message });
