import type { Context } from '../context.ts';
import { requireRight, restOn } from '../platform/database/right-lock.ts';
import type { Right } from '../platform/database/effects.ts';
import type { Sharers, Tx } from '../platform/database/transact.ts';
import {
  type Claim,
  type Reply,
  type WriteRequest,
  claimKey,
  describeClaim,
  readKey,
  readReply,
  storeReply,
} from './kept-reply.ts';
import { writerOf } from './request-state.ts';
import { rightOf } from './right-of.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../refusals.ts';

/**
 * Runs a write in one transaction, once per Idempotency-Key (docs/idempotency.md): the claim, the effect, what follows
 * from it and the cached reply commit together, so a crash leaves all of it or nothing. A repeated call gets the cached
 * reply. `before` is for work outside the transaction: it does not run for a repeated call, and its result is handed to
 * `run`. All of it rests on the caller's right, a repeated reply too. A write that `endsRight` takes the locks itself:
 * two writes that share a lock before each wants it alone would wait for each other. A request of several writes names
 * each by its `part`: it is done once under the request's key.
 */
export const writeOnce = async <Status extends number, Body, Prepared = void>(
  context: Pick<Context, 'transact' | 'keyring' | 'config' | 'database' | 'clock'>,
  { req, body, part }: { req: WriteRequest; body?: unknown; part?: string },
  {
    before,
    run,
    endsRight = false,
  }: {
    before?: () => Promise<Prepared>;
    endsRight?: boolean;
    run: (tx: Tx, prepared: Prepared) => Promise<Reply<Status, Body>>;
  },
): Promise<Reply<Status, Body>> => {
  const key = readKey(req);
  const right = rightOfWriter(req, endsRight);
  const share = { sharedBy: sharersOf(req) };
  if (!key) {
    const prepared = (await before?.()) as Prepared;
    return context.transact(async (tx) => {
      if (!endsRight) await restOn(tx, right);
      return run(tx, prepared);
    }, share);
  }
  const claim = describeClaim({ key, req, body, part });
  const show = (reply: Reply<Status, Body>, replayed: boolean) => {
    req.res?.set('Idempotency-Key', key);
    if (replayed) req.res?.set('Idempotent-Replayed', 'true');
    return reply;
  };
  let prepared = undefined as Prepared;
  if (before) {
    const cached = await readReply<Status, Body>(context, context.database.prisma, {
      claim,
      now: context.clock.now(),
    });
    if (cached) {
      await requireRight(context.database.prisma, right);
      return show(cached, true);
    }
    prepared = await before();
  }
  let replayed = false;
  const work = context.transact(async (tx) => {
    const cached = await claimKey<Status, Body>(context, tx, { claim, right, endsRight });
    replayed = cached !== undefined;
    if (cached) return cached;
    const fresh = await run(tx, prepared);
    storeReply(context, tx, { claim, reply: fresh, sessionId: share.sharedBy.sessionId ?? tx.sessionId });
    return fresh;
  }, share);
  const reply = await work.catch(async (error: unknown) => {
    const awaited = await awaitReply<Status, Body>(context, { claim, req, refusal: error });
    await requireRight(context.database.prisma, right);
    replayed = true;
    return awaited;
  });
  return show(reply, replayed);
};

// A write waits for the session that its path names; a session of a signed-in member is none.
const sharersOf = (req: WriteRequest): Sharers => {
  const writer = writerOf(req);
  const named = /^\/(?:v1|api\/v1\/public)\/sessions\/([^/]+)/i.exec(req.path)?.[1];
  const sessionId = 'sessionId' in writer ? writer.sessionId : named;
  return { organisationId: writer.organisationId, sessionId };
};

// A signer's use cases lock and judge their request to sign; an invitation is used up by one statement. A device that
// leaves repeats its call with a token that is dead by then.
const rightOfWriter = (req: object, endsRight: boolean): Right | null => {
  const writer = writerOf(req);
  if ('signatureId' in writer || 'invitedId' in writer) return null;
  return endsRight && 'participantId' in writer ? null : rightOf(writer);
};

/**
 * Looks for the first call's reply, for a repeated call that was refused. The first call may have caused the refusal,
 * such as by ending the session, so the first look comes at once. While the first call is under way this waits: most
 * writes are over in some milliseconds, and the caller need not come back. Between the looks it holds no lock and no
 * connection to the database.
 *
 * @throws what refused the call, when there is no reply, or when the first call is not over in time
 */
export const awaitReply = async <Status extends number, Body>(
  context: Pick<Context, 'keyring' | 'database' | 'clock'>,
  { claim, req, refusal }: { claim: Claim; req: WriteRequest; refusal: unknown },
): Promise<Reply<Status, Body>> => {
  if (!(refusal instanceof Refusal)) throw refusal;
  const look = () =>
    readReply<Status, Body>(context, context.database.prisma, { claim, now: context.clock.now() });
  const kept = await look();
  if (kept) return kept;
  if (refusal.code !== 'idempotency_in_flight' || waiting >= MAX_WAITING) throw refusal;
  waiting += 1;
  try {
    for (const waitMs of WAITS_MS) {
      await sleep(waitMs);
      if (req.res?.destroyed) break;
      const reply = await look();
      if (reply) return reply;
    }
  } finally {
    waiting -= 1;
  }
  throw refusal;
};

/** Five more looks in 1.55 seconds: a slower write is asked for again, by Retry-After. */
const WAITS_MS = [50, 100, 200, 400, 800];

/** The most calls of a process that wait. Beyond it a repeated call is refused at once: a flood must not pile up. */
const MAX_WAITING = 50;

let waiting = 0;
