import { PLAN_LIMITS, type Plan } from '@field-inspection/contract/plain';
import { invalidField, invalidParts, Refusal } from '../refusal.ts';

type Endpoint = { kind: string; url: string; active: boolean };
type Pausable = { active: boolean; paused_reason: string | null };

/**
 * An organisation with too many endpoints keeps them; callbacks don't count.
 *
 * @throws {Refusal} endpoint_limit
 */
export const requireEndpointQuota = (plan: Plan, count: number): void => {
  const limit = PLAN_LIMITS[plan].endpoints;
  if (count < limit) return;
  throw new Refusal(
    'endpoint_limit',
    `The plan ${plan} has room for ${limit} webhook endpoints, and all are there. Delete one, or change the plan.`,
  );
};

/** @throws {Refusal} endpoint_paused, with why where that is known */
export const requireActiveEndpoint = ({ active, paused_reason }: Pausable): void => {
  if (active) return;
  const why = PAUSES[paused_reason ?? ''] ?? '';
  throw new Refusal('endpoint_paused', `The webhook endpoint is paused${why}. Set active to true first.`);
};

const PAUSES: Record<string, string> = {
  gone: ': its receiver answered 410',
  failing: ': its receiver took nothing for days',
  unread: ': nobody fetched its events for days',
};

/** @throws {Refusal} endpoint_kind for a pull endpoint, to which nothing is sent */
export const requirePush = ({ kind }: { kind: string }): void => {
  if (kind === 'push') return;
  const message =
    'Nothing is sent to an endpoint of kind pull. Fetch its events with a smaller after_sequence.';
  throw new Refusal('endpoint_kind', message);
};

/** @throws {Refusal} endpoint_kind, endpoint_paused for an endpoint whose events can't be fetched */
export const requireReadable = (endpoint: Pausable & { kind: string }): void => {
  if (endpoint.kind !== 'pull') {
    const message = 'The events of this endpoint are sent to its URL. Create one of kind pull to fetch them.';
    throw new Refusal('endpoint_kind', message);
  }
  requireActiveEndpoint(endpoint);
};

/** @throws {Refusal} validation_error for a sequence number that nobody has seen yet */
export const requireKnownSequence = (after: number, last: number | bigint): void => {
  if (after <= last) return;
  const message = `must be at most ${last}, the last one of this endpoint`;
  throw invalidParts([{ path: 'query.after_sequence', code: 'too_big', message }]);
};

export const refuseUrlOfPull = ({ kind }: { kind: string }, url: string | undefined): void => {
  if (kind !== 'pull' || url === undefined) return;
  throw invalidField('url', 'must be absent: a reader fetches the events of this endpoint');
};

type ChangedEndpoint = {
  url?: string | undefined;
  description?: string | undefined;
  event_types?: readonly string[] | undefined;
  active?: boolean | undefined;
};

const NOT_PAUSED = { paused_reason: null, paused_at: null };

/**
 * A mended or moved receiver begins anew: earlier failures no longer count, and a reader's time to read starts again.
 *
 * @throws {Refusal} validation_error
 */
export const changeEndpoint = (
  endpoint: Endpoint,
  { url, description, event_types, active }: ChangedEndpoint,
  now: Date,
) => {
  refuseUrlOfPull(endpoint, url);
  const isPaused = active === false && endpoint.active;
  const isResumed = active === true && !endpoint.active;
  const isMoved = url !== undefined && url !== endpoint.url;
  return {
    isPaused,
    isResumed,
    changes: {
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description }),
      ...(event_types === undefined ? {} : { event_types: [...new Set(event_types)] }),
      ...(active === undefined ? {} : { active }),
      ...(isResumed || isMoved ? { failing_since: null } : {}),
      ...(active === true ? NOT_PAUSED : {}),
      ...(isPaused ? { paused_reason: 'you' as const, paused_at: now } : {}),
      ...(isResumed && endpoint.kind === 'pull' ? { read_at: now } : {}),
    },
  };
};

/** A pull endpoint is paused when an event has waited unread in it for so long. */
export const UNREAD_DAYS = 7;

/** An event about an endpoint causes no further one. */
export const isTold = (type: string): boolean => type !== 'endpoint.paused' && type !== 'delivery.dropped';

export type Secrets = { current: string; previous: string | null; previousExpiresAt: Date | null };

/** There is room for one earlier secret: a second rotation ends the oldest at once. */
export const rotateSecret = (
  before: { current: string | null },
  current: string,
  previousExpiresAt: Date,
): Secrets => ({
  current,
  previous: before.current,
  previousExpiresAt: before.current === null ? null : previousExpiresAt,
});

export const listLiveSecrets = ({ current, previous, previousExpiresAt }: Secrets, now: Date): string[] =>
  previous !== null && previousExpiresAt !== null && previousExpiresAt > now
    ? [current, previous]
    : [current];
