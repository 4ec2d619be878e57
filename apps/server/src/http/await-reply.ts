import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../refusals.ts';
import type { Context } from '../context.ts';
import { readReply, type Claim, type Reply, type WriteRequest } from './kept-reply.ts';

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
