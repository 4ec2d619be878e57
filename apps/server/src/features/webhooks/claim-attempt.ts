import type { Context } from '../../context.ts';
import type { SealedSecrets } from './open-signing-secrets.ts';

export type DeliveryKey = { organisation_id: string; delivery_id: string };

/** A delivery that this worker alone may send until its lease ends, and what it needs for that. */
export type ClaimedAttempt = DeliveryKey &
  SealedSecrets & {
    endpoint_id: string;
    url: string;
    event_id: string;
    event_type: string;
    event_created_at: Date;
    /** The event's `data` as it was stored, byte for byte. */
    data_text: string;
    sequence: bigint;
    status: string;
    failure_count: number;
    /** The number of this attempt, from 1: the fence that refuses a worker which comes late. */
    attempt_count: number;
  };

/** How long a worker has to record what it got, after the deadline of the request itself. */
const RECORD_MS = 5_000;

/**
 * Claims a delivery that is due, unless another worker holds it: of any number of workers one gets it.
 * Raw, since the claim, its lease, the new attempt and the end of a lost one must be one statement.
 * The lease counts by the database's own clock: it is about real time, whichever machine holds it.
 */
export const claimAttempt = async (
  { database, config, clock }: Pick<Context, 'database' | 'config' | 'clock'>,
  { organisation_id, delivery_id }: DeliveryKey,
): Promise<ClaimedAttempt | undefined> => {
  const now = clock.now();
  const rows = await database.prisma.$queryRaw<ClaimedAttempt[]>`
    with claimed as (
      update webhook_deliveries d
      set attempt_count = d.attempt_count + 1,
        lease_until = clock_timestamp() + ${config.webhookTimeoutMs + RECORD_MS}::float8 * interval '1 millisecond'
      from webhook_endpoints w
      where d.organisation_id = ${organisation_id}::uuid and d.id = ${delivery_id}::uuid
        and d.next_attempt_at <= ${now}
        and (d.lease_until is null or d.lease_until <= clock_timestamp())
        and w.organisation_id = d.organisation_id and w.id = d.endpoint_id
        and w.active and w.deleted_at is null
      returning d.organisation_id, d.id as delivery_id, d.endpoint_id, d.event_id, d.sequence, d.status,
        d.failure_count, d.attempt_count,
        w.url, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_expires_at
    ),
    interrupted as (
      update webhook_attempts a
      set outcome = 'interrupted', finished_at = ${now}
      from claimed c
      where a.organisation_id = c.organisation_id and a.delivery_id = c.delivery_id
        and a.outcome = 'in_progress'
    ),
    started as (
      insert into webhook_attempts (organisation_id, delivery_id, number, started_at)
      select c.organisation_id, c.delivery_id, c.attempt_count, ${now} from claimed c
    )
    select c.*, e.type as event_type, e.created_at as event_created_at, e.data::text as data_text
    from claimed c
    join events e on e.organisation_id = c.organisation_id and e.id = c.event_id
  `;
  return rows[0];
};
