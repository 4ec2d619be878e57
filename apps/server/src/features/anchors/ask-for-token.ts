import { buildTimestampRequest } from '@field-inspection/evidence';
import type { Context } from '../../context.ts';
import { createSemaphore, type Semaphore } from '../../platform/concurrency/create-semaphore.ts';
import type { TimestampFailure } from '../../platform/tsa-client/timestamp-authority.ts';
import type { PendingAnchor } from './find-anchor.ts';
import { judgeReply, type GoodToken } from '../../platform/tsa-client/judge-reply.ts';

/** What a try came to. The message is for the operator and the tenant. */
export type TokenOutcome =
  | ({ ok: true } & GoodToken)
  | { ok: false; failure: TimestampFailure | 'refused' | 'rejected' | 'not_configured'; message: string };

type AskContext = Pick<Context, 'clock' | 'config' | 'timestampAuthorities'>;
type Asked = Pick<PendingAnchor, 'authority' | 'digest' | 'nonce'>;

/**
 * Asks the anchor's authority once, and judges its reply. Writes nothing. Undefined while half of the worker's
 * places are taken by asking: authorities that hang must leave room for the deliveries.
 */
export const askForToken = (context: AskContext, anchor: Asked): Promise<TokenOutcome | undefined> =>
  placesOf(context).tryRun(() => ask(context, anchor));

/** The places of each process for asking, by the authorities of its context. */
const places = new WeakMap<Context['timestampAuthorities'], Semaphore>();

const placesOf = ({ config, timestampAuthorities }: AskContext): Semaphore => {
  const known = places.get(timestampAuthorities);
  if (known) return known;
  const opened = createSemaphore(Math.max(1, Math.floor(config.workerConcurrency / 2)));
  places.set(timestampAuthorities, opened);
  return opened;
};

const ask = async (
  { timestampAuthorities, clock }: AskContext,
  { authority: name, digest, nonce }: Asked,
): Promise<TokenOutcome> => {
  const authority = timestampAuthorities.find((each) => each.name === name);
  if (!authority) {
    return { ok: false, failure: 'not_configured', message: 'This server asks the authority no more.' };
  }
  const answer = await authority.ask(buildTimestampRequest(digest, { nonce }).der);
  if (!answer.ok) return answer;
  return judgeReply(answer.reply, { digest, nonce, roots: authority.roots, now: clock.now() });
};
