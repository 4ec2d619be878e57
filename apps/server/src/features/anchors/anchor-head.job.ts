import { buildTimestampRequest } from '@field-inspection/evidence';
import type { Context } from '../../context.ts';
import { changePendingAnchor } from './change-pending-anchor.ts';
import {
  anchorAddendaHeadJob,
  anchorChainJob,
  anchorOrgHeadJob,
  anchorWhiteboardJob,
  enqueueTry,
  planNextTry,
} from './enqueue-try.ts';
import { type AnchorKey, findAnchor, type PendingAnchor } from './find-anchor.ts';
import { recordToken } from './record-token.ts';
import { createSemaphore, type Semaphore } from '../../platform/concurrency/create-semaphore.ts';
import type { TimestampFailure } from '../../platform/tsa-client/timestamp-authority.ts';
import { noteEnd } from '../../platform/tsa-client/find-token-end.ts';
import { type GoodToken, judgeReply } from '../../platform/tsa-client/judge-reply.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';

/**
 * Asks one authority for a token of one head, or of the export of a whiteboard. A failure of the authority is no error
 * of the job: one transaction records it and enqueues the next try, for a week. Two jobs that run at once ask twice and
 * record once.
 */
export const anchorHead = async (context: Context, key: AnchorKey): Promise<void> => {
  const anchor = await findAnchor(context, key);
  if (!anchor) return;
  const outcome = await askForToken(context, anchor);
  if (!outcome) return comeBack(context, anchor);
  context.metrics.anchorTries.inc({ outcome: outcome.ok ? 'anchored' : outcome.failure });
  if (!outcome.ok) return recordFailure(context, anchor, outcome);
  noteEnd(context, { name: anchor.authority }, outcome);
  await recordToken(context, anchor, outcome);
};

const BUSY_MS = { least: 2_000, spread: 10_000 };

// The delay is random: jobs that found no permit together would find none together again.
const comeBack = (context: Context, anchor: PendingAnchor): Promise<void> =>
  context.transact(async (tx) => {
    const delayMs = BUSY_MS.least + context.random.below(BUSY_MS.spread);
    enqueueTry(tx, anchor, new Date(tx.now.getTime() + delayMs));
  });

type Failure = Extract<TokenOutcome, { ok: false }>;

// attempt_count is the fence: when two jobs fail at once, one of them records it and enqueues the next try.
const recordFailure = async (context: Context, anchor: PendingAnchor, failure: Failure): Promise<void> => {
  const { organisation_id, session_id, evidence_id, authority, sequence, attempt_count, created_at } = anchor;
  const failureCount = attempt_count + 1;
  const recorded = await context.transact(async (tx) => {
    const next = planNextTry({ failureCount, createdAt: created_at, now: tx.now });
    const changed = await changePendingAnchor(tx, anchor, {
      attemptCount: attempt_count,
      data: {
        attempt_count: failureCount,
        last_error: toText(failure.message),
        ...(next ? {} : { status: 'failed' }),
      },
    });
    if (!changed) return undefined;
    if (next) enqueueTry(tx, { ...anchor, attempt_count: failureCount }, next);
    return { next };
  });
  if (!recorded) return;
  context.log[recorded.next ? 'warn' : 'error'](
    {
      organisation_id,
      session_id,
      evidence_id,
      authority,
      sequence,
      failure: failure.failure,
      next_try_at: recorded.next,
    },
    recorded.next ? 'anchoring failed, and is tried again' : 'anchoring given up',
  );
};

/** A message may quote the authority: text of any length, and U+0000, which PostgreSQL can't store. */
const toText = (message: string): string => message.replaceAll('\u0000', '').slice(0, 500).toWellFormed();

type TokenOutcome =
  | ({ ok: true } & GoodToken)
  | { ok: false; failure: TimestampFailure | 'refused' | 'rejected' | 'not_configured'; message: string };

type AskContext = Pick<Context, 'clock' | 'config' | 'timestampAuthorities'>;
type Asked = Pick<PendingAnchor, 'authority' | 'digest' | 'nonce'>;

/**
 * Asks the anchor's authority once, and judges its reply. Writes nothing. Undefined while half of the worker's
 * permits are taken by asking: authorities that hang must leave room for the deliveries.
 */
const askForToken = (context: AskContext, anchor: Asked): Promise<TokenOutcome | undefined> =>
  permitsOf(context).tryRun(() => ask(context, anchor));

/** Permits belong to a process, and so to the authorities of its context. */
const permits = new WeakMap<Context['timestampAuthorities'], Semaphore>();

const permitsOf = ({ config, timestampAuthorities }: AskContext): Semaphore => {
  const known = permits.get(timestampAuthorities);
  if (known) return known;
  const opened = createSemaphore(Math.max(1, Math.floor(config.workerConcurrency / 2)));
  permits.set(timestampAuthorities, opened);
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

export const anchorChain = defineJob({ ...anchorChainJob, run: anchorHead });

export const anchorAddendaHead = defineJob({ ...anchorAddendaHeadJob, run: anchorHead });

export const anchorOrgHead = defineJob({ ...anchorOrgHeadJob, run: anchorHead });

export const anchorWhiteboard = defineJob({ ...anchorWhiteboardJob, run: anchorHead });
