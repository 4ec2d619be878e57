import type { Context } from '../../../context.ts';
import { runPrepared } from '../../../platform/database/run-prepared.ts';
import { CLAIM } from './claim-statement.ts';
import type { SealedSecrets } from './open-signing-secrets.ts';

/** A delivery that this worker alone may send until its lease ends, and what it needs for that. */
export type ClaimedAttempt = SealedSecrets & {
  organisation_id: string;
  delivery_id: string;
  endpoint_id: string;
  url: string;
  failing_since: Date | null;
  event_id: string;
  event_type: string;
  event_created_at: Date;
  /** The event's `data` as it was stored, byte for byte. */
  data_text: string;
  /** A sample that a test fire sends. */
  is_test: boolean;
  sequence: number;
  status: string;
  failure_count: number;
  /** The number of this attempt, from 1: the fence that refuses a worker which comes late. */
  attempt_count: number;
};

/** `nextLookAt`: when the next look at an endpoint is due; now, if some are left. */
export type Claim = { attempts: ClaimedAttempt[]; nextLookAt: Date | null };

/** How long a worker has to record what it got, after the deadline of the request itself. */
export const RECORD_MS = 5_000;
/**
 * A claim looks at as many endpoints as fill its places when each has its cap waiting: a further delivery of the same
 * endpoint costs less than a look at another (6 600 against 9 400 deliveries a second). Not at fewer than this, since
 * some may be paused or at their cap.
 */
const MIN_LOOKS = 10;

/** How many attempts one endpoint may have under way, so that a slow receiver leaves room for the others. */
export const capOf = (workerConcurrency: number): number => Math.max(2, Math.floor(workerConcurrency / 8));

/**
 * How many attempts all endpoints and callbacks of an organisation may have under way: a quarter of what one worker
 * sends at a time, so that it takes several that hang to hold the places of one.
 */
export const organisationCapOf = (workerConcurrency: number): number => Math.max(2, workerConcurrency);

/** Claims what is due, at most as many as `places`: of any number of workers each delivery goes to one. */
export const claimAttempts = async (
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  places: number,
): Promise<Claim> => {
  const now = clock.now();
  const maxLooks = Math.max(Math.ceil(places / capOf(config.workerConcurrency)), MIN_LOOKS);
  const rows = await runPrepared<ClaimRow>(database.pool, CLAIM, [
    now,
    capOf(config.workerConcurrency),
    places,
    config.webhookTimeoutMs + RECORD_MS,
    maxLooks,
    organisationCapOf(config.workerConcurrency),
  ]);
  const { looks, held, next_look_at } = rows[0]!;
  return {
    attempts: rows.filter((row): row is ClaimRow & ClaimedAttempt => row.delivery_id !== null),
    nextLookAt: looks >= maxLooks || held > 0 ? now : next_look_at,
  };
};

type ClaimRow = { looks: number; held: number; next_look_at: Date | null } & (
  ClaimedAttempt | { delivery_id: null }
);
