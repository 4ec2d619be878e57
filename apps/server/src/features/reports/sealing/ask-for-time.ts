import { buildTimestampRequest } from '@field-inspection/evidence';
import type { Context } from '../../../context.ts';
import type {
  TimestampAnswer,
  TimestampAuthority,
} from '../../../platform/tsa-client/timestamp-authority.ts';
import { RESERVED_BYTES } from './reserve-signature.ts';
import { type GoodToken, judgeReply } from '../../../platform/tsa-client/judge-reply.ts';
import { noteEnd } from '../../../platform/tsa-client/find-token-end.ts';

export type Stamp = { authority: TimestampAuthority; timeoutMs: number };

/** Milliseconds: enough for a busy authority, and few enough that a dead one does not hold up a report. */
export const STAMP_TIMEOUT_MS = 10_000;

/** Without the token the CMS takes far less than half of its place. */
const MAX_TOKEN_BYTES = RESERVED_BYTES / 2;

export const askForTime = async (
  context: Pick<Context, 'clock' | 'random' | 'log' | 'metrics'>,
  digest: Uint8Array,
  { authority, timeoutMs }: Stamp,
): Promise<Uint8Array | undefined> => {
  const outcome = await stampSignature(context, { digest, authority, timeoutMs });
  if (outcome.ok) noteEnd(context, authority, outcome);
  if (outcome.ok && outcome.token.length <= MAX_TOKEN_BYTES) return outcome.token;
  const reason = outcome.ok ? 'Its token is too long.' : outcome.message;
  context.log.warn(
    { authority: authority.name, reason },
    'a report is sealed or signed without the time of an authority',
  );
  return undefined;
};

const NONCE_BYTES = 16;

export type StampOutcome =
  ({ ok: true } & Pick<GoodToken, 'token' | 'notAfter'>) | { ok: false; failure: string; message: string };

const stampSignature = async (
  { random, clock }: Pick<Context, 'random' | 'clock'>,
  { digest, authority, timeoutMs }: { digest: Uint8Array; authority: TimestampAuthority; timeoutMs: number },
): Promise<StampOutcome> => {
  const { der, nonce } = buildTimestampRequest(digest, { nonce: random.bytes(NONCE_BYTES) });
  const answer = await askInTime(authority, der, timeoutMs);
  if (!answer.ok) return answer;
  return judgeReply(answer.reply, { digest, nonce, roots: authority.roots, now: clock.now() });
};

// Any authority has this deadline; the client's own covers HTTP only.
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
