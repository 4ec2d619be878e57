import { buildTimestampRequest } from '@field-inspection/evidence';
import type { Context } from '../../../context.ts';
import { judgeReply } from '../../../platform/tsa-client/judge-reply.ts';
import type {
  TimestampAnswer,
  TimestampAuthority,
} from '../../../platform/tsa-client/timestamp-authority.ts';

const NONCE_BYTES = 16;

export type StampOutcome = { ok: true; token: Uint8Array } | { ok: false; failure: string; message: string };

/** Asks one authority once for a token over a digest, and judges what it says. Never throws because of the authority. */
export const stampSignature = async (
  { random, clock }: Pick<Context, 'random' | 'clock'>,
  { digest, authority, timeoutMs }: { digest: Uint8Array; authority: TimestampAuthority; timeoutMs: number },
): Promise<StampOutcome> => {
  const { der, nonce } = buildTimestampRequest(digest, { nonce: random.bytes(NONCE_BYTES) });
  const answer = await askInTime(authority, der, timeoutMs);
  if (!answer.ok) return answer;
  return judgeReply(answer.reply, { digest, nonce, roots: authority.roots, now: clock.now() });
};

// The deadline of the client holds for what goes over HTTP; this one for whatever an authority is.
const askInTime = async (
  authority: TimestampAuthority,
  request: Uint8Array,
  timeoutMs: number,
): Promise<TimestampAnswer> => {
  const { promise: late, resolve } = Promise.withResolvers<TimestampAnswer>();
  const message = `The authority gave no complete answer within ${timeoutMs / 1000} s.`;
  const deadline = setTimeout(() => resolve({ ok: false, failure: 'timeout', message }), timeoutMs);
  const asked = authority.ask(request).catch((error: unknown): TimestampAnswer => {
    return { ok: false, failure: 'unreachable', message: String(error) };
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(deadline);
  }
};
