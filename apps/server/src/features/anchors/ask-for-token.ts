import { buildTimestampRequest } from '@field-inspection/evidence';
import type { Context } from '../../context.ts';
import type { TimestampFailure } from '../../platform/tsa-client/timestamp-authority.ts';
import type { PendingAnchor } from './find-anchor.ts';
import { judgeReply, type GoodToken } from './judge-reply.ts';

/** What a try came to. The message is for the operator and the tenant. */
export type TokenOutcome =
  | ({ ok: true } & GoodToken)
  | { ok: false; failure: TimestampFailure | 'refused' | 'rejected' | 'not_configured'; message: string };

/** Asks the anchor's authority once, and judges what comes back. Writes nothing. */
export const askForToken = async (
  { timestampAuthorities, clock }: Pick<Context, 'timestampAuthorities' | 'clock'>,
  { authority: name, digest, nonce }: Pick<PendingAnchor, 'authority' | 'digest' | 'nonce'>,
): Promise<TokenOutcome> => {
  const authority = timestampAuthorities.find((each) => each.name === name);
  if (!authority) {
    return { ok: false, failure: 'not_configured', message: 'This server asks the authority no more.' };
  }
  const answer = await authority.ask(buildTimestampRequest(digest, { nonce }).der);
  if (!answer.ok) return answer;
  return judgeReply(answer.reply, { digest, nonce, roots: authority.roots, now: clock.now() });
};
