import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { readReply, type Claim, type Reply, type WriteRequest } from './kept-reply.ts';

/**
 * The reply of the first call with a key, when a repeated one came while it was under way: most writes are over in some
 * milliseconds, and the caller need not come back. Between the looks it holds nothing but its own request: no lock and
 * no connection to the database.
 *
 * @throws what refused the claim, when it was another fault, or when the first call is not over in time
 */
export const awaitReply = async <Status extends number, Body>(
  context: Pick<Context, 'keyring' | 'database' | 'clock'>,
  { claim, req, refusal }: { claim: Claim; req: WriteRequest; refusal: unknown },
): Promise<Reply<Status, Body>> => {
  const isInFlight = refusal instanceof ApiError && refusal.code === 'idempotency_in_flight';
  if (!isInFlight || waiting >= MAX_WAITING) throw refusal;
  waiting += 1;
  try {
    for (const waitMs of WAITS_MS) {
      await sleep(waitMs);
      if (req.res?.destroyed) break;
      const now = context.clock.now();
      const reply = await readReply<Status, Body>(context, context.database.prisma, { claim, now });
      if (reply) return reply;
    }
  } finally {
    waiting -= 1;
  }
  throw refusal;
};

/** Five looks in 1.55 seconds: a write that takes longer is asked for again, by Retry-After. */
const WAITS_MS = [50, 100, 200, 400, 800];

/** Of one process. Beyond it a repeated call is refused at once: a flood of them must not pile up. */
const MAX_WAITING = 50;

let waiting = 0;
