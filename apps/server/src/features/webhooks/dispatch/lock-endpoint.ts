import { requireActiveEndpoint, requirePush } from '@field-inspection/rules';
import type { WebhookDelivery, WebhookEndpoint } from '#prisma';
import { noSuch } from '../../../refusals.ts';
import type { Tx } from '../../../platform/database/transact.ts';

export type EndpointKey = { organisationId: string; endpointId: string };

/**
 * Reads an endpoint under its row lock: two rotations at once take their turns, and no event takes a sequence number
 * meanwhile.
 *
 * @throws {Refusal} not_found
 */
export const lockEndpoint = async (tx: Tx, key: EndpointKey): Promise<WebhookEndpoint> => {
  const endpoint = await lockEndpointIfKept(tx, key);
  if (!endpoint || endpoint.session_id !== null) throw noSuch('webhook endpoint', key.endpointId);
  return endpoint;
};

/**
 * Locks an endpoint to which a delivery is to be sent.
 *
 * @throws {Refusal} not_found, endpoint_paused
 */
export const lockActiveEndpoint = async (tx: Tx, key: EndpointKey): Promise<WebhookEndpoint> => {
  const endpoint = await lockEndpoint(tx, key);
  requireActiveEndpoint(endpoint);
  return endpoint;
};

/**
 * Locks an endpoint to which deliveries are to be sent again.
 *
 * @throws {Refusal} not_found, endpoint_kind, endpoint_paused
 */
export const lockActivePushEndpoint = async (tx: Tx, key: EndpointKey): Promise<void> =>
  requirePush(await lockActiveEndpoint(tx, key));

/**
 * A redelivery sets a stopped callback going: no other route could, and whoever asks for it says that the receiver is
 * back.
 *
 * @throws {Refusal} not_found, endpoint_kind, endpoint_paused
 */
export const lockReceiver = async (tx: Tx, key: EndpointKey): Promise<void> => {
  const receiver = await lockEndpointIfKept(tx, key);
  if (!receiver) throw noSuch('webhook endpoint', key.endpointId);
  requirePush(receiver);
  if (receiver.active) return;
  if (receiver.session_id === null) requireActiveEndpoint(receiver);
  await tx.db.webhookEndpoint.update({
    where: whereEndpoint(key),
    data: { active: true, failing_since: null, ...NOT_PAUSED },
  });
};

export const lockEndpointIfKept = async (
  tx: Tx,
  { organisationId, endpointId }: EndpointKey,
): Promise<WebhookEndpoint | undefined> => {
  // Raw, since Prisma can't lock; `no key`, so that rows which refer to the endpoint can still be written.
  const rows = await tx.db.$queryRaw<WebhookEndpoint[]>`
    select *
    from webhook_endpoints
    where organisation_id = ${organisationId}::uuid and id = ${endpointId}::uuid and deleted_at is null
    for no key update
  `;
  return rows[0];
};

/**
 * Takes the endpoint's turn until the commit, with the lock of take_webhook_turns. It comes before the rows of
 * deliveries, as in a claim: the other way round the two could wait for each other. A statement of its own, so that the
 * next one sees the leases that were given while this waited.
 */
export const takeTurn = async (tx: Tx, { endpointId }: EndpointKey): Promise<void> => {
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${endpointId}::uuid::text, 0))`;
};

export const whereEndpoint = ({ organisationId, endpointId }: EndpointKey) => ({
  organisation_id_id: { organisation_id: organisationId, id: endpointId },
});

/** Cleared, so that another pause in the same millisecond counts as a new one. */
const NOT_PAUSED = { paused_reason: null, paused_at: null, pause_reported_at: null };

export const wakeEndpoint = (tx: Tx, { organisationId, endpointId }: EndpointKey): void => {
  const wake = { organisation_id: organisationId, endpoint_id: endpointId, due_at: tx.now };
  tx.effects.rows.webhook_due_endpoints.push(wake);
};

/** The whole retry schedule begins anew. The caller holds the endpoint's lock: a deleted one must get none. */
export const restartDeliveries = async (
  tx: Tx,
  key: EndpointKey,
  ids: string[],
): Promise<WebhookDelivery[]> => {
  await takeTurn(tx, key);
  // Raw, for the returned rows. A due delivery keeps its position. A lease that is over but not given back counts, too:
  // its worker may still record, with the old count of failures.
  const rows = await tx.db.$queryRaw<WebhookDelivery[]>`
    with restarted as (
      update webhook_deliveries d
      set status = 'pending', failure_count = 0, next_attempt_at = least(next_attempt_at, ${tx.now}),
        delivered_at = null
      where organisation_id = ${key.organisationId}::uuid and endpoint_id = ${key.endpointId}::uuid
        and id = any (${ids}::uuid[]) and status <> 'pending'
        and not exists (
          select from webhook_leased_attempts l
          where l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
        )
      returning *
    ),
    queued as (
      insert into webhook_queued_deliveries (organisation_id, endpoint_id, delivery_id, sequence, due_at)
      select organisation_id, endpoint_id, id, sequence, next_attempt_at from restarted
      on conflict (organisation_id, endpoint_id, delivery_id) do update
      set due_at = excluded.due_at
    )
    select * from restarted
  `;
  if (rows.length > 0) wakeEndpoint(tx, key);
  return rows;
};
