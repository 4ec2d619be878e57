import type { PulledEvent, PulledEvents, pullQuery } from '@field-inspection/contract';
import { requireKnownSequence, requireReadable } from '@field-inspection/rules';
import type { z } from 'zod';
import type { WebhookEndpoint } from '#prisma';
import { Refusal, noSuch } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { openSigningSecrets, signWebhookRequest } from '../dispatch/build-webhook-request.ts';
import { type EndpointKey, whereEndpoint } from '../dispatch/lock-endpoint.ts';

type Wish = EndpointKey & { query: z.output<typeof pullQuery> };

/** Milliseconds: a reader that asks all the time does not write each time. */
const READ_NOTED_MS = 60_000;

/**
 * Acknowledges the events that the reader says it has, and hands out the next ones. The log shows when and how often an
 * event was fetched, and that it is delivered once it is acknowledged. An endpoint's numbers are given under its lock,
 * so whoever sees one sees all before it.
 *
 * @throws {Refusal} not_found, endpoint_kind, endpoint_paused, validation_error, unavailable
 */
export const handOutEvents = async (
  context: Pick<Context, 'keyring' | 'log'>,
  tx: Tx,
  { query, ...key }: Wish,
): Promise<{ page: z.infer<typeof PulledEvents>; afterSequence: number }> => {
  const endpoint = await findPullEndpoint(tx, key);
  const acknowledged = Number(endpoint.acknowledged_sequence);
  const afterSequence = query.after_sequence ?? acknowledged;
  requireKnownSequence(afterSequence, endpoint.last_sequence);
  await noteRead(tx, { ...key, endpoint, afterSequence });
  if (afterSequence > acknowledged) await acknowledge(tx, { ...key, from: acknowledged, to: afterSequence });
  const handed = await takeNext(tx, { ...key, afterSequence, limit: query.limit });
  const data = signAll(context, { ...key, endpoint, handed, now: tx.now });
  const last = data.at(-1)?.sequence;
  return {
    page: {
      data,
      has_more: last !== undefined && data.length === query.limit && last < endpoint.last_sequence,
      acknowledged_sequence: Math.max(acknowledged, afterSequence),
    },
    afterSequence,
  };
};

const findPullEndpoint = async (tx: Tx, key: EndpointKey): Promise<WebhookEndpoint> => {
  const endpoint = await tx.db.webhookEndpoint.findUnique({
    where: { ...whereEndpoint(key), deleted_at: null, session_id: null },
  });
  if (!endpoint) throw noSuch('webhook endpoint', key.endpointId);
  requireReadable(endpoint);
  return endpoint;
};

type Noted = EndpointKey & { endpoint: WebhookEndpoint; afterSequence: number };

const noteRead = async (tx: Tx, { endpoint, afterSequence, ...key }: Noted): Promise<void> => {
  const { read_at, acknowledged_sequence } = endpoint;
  const isNoted = read_at !== null && tx.now.getTime() - read_at.getTime() < READ_NOTED_MS;
  if (isNoted && afterSequence <= acknowledged_sequence) return;
  await tx.db.$executeRaw`
    update webhook_endpoints
    set read_at = greatest(read_at, ${tx.now}),
      acknowledged_sequence = greatest(acknowledged_sequence, ${afterSequence}::bigint)
    where organisation_id = ${key.organisationId}::uuid and id = ${key.endpointId}::uuid
  `;
};

// A process of the release before queues a reader's deliveries, too; nobody else takes them out.
const acknowledge = async (
  tx: Tx,
  { organisationId, endpointId, from, to }: EndpointKey & { from: number; to: number },
): Promise<void> => {
  await tx.db.$executeRaw`
    with unqueued as (
      delete from webhook_queued_deliveries
      where organisation_id = ${organisationId}::uuid and endpoint_id = ${endpointId}::uuid
        and sequence <= ${to}::bigint
    )
    update webhook_deliveries
    set status = 'delivered', delivered_at = ${tx.now}, next_attempt_at = null
    where organisation_id = ${organisationId}::uuid and endpoint_id = ${endpointId}::uuid
      and sequence > ${from}::bigint and sequence <= ${to}::bigint and status = 'pending'
  `;
};

type Handed = {
  id: string;
  sequence: bigint;
  attempt_count: number;
  event_id: string;
  type: string;
  created_at: Date;
  data_text: string;
  test: boolean;
};

const takeNext = (
  tx: Tx,
  {
    organisationId,
    endpointId,
    afterSequence,
    limit,
  }: EndpointKey & { afterSequence: number; limit: number },
): Promise<Handed[]> => tx.db.$queryRaw<Handed[]>`
  with handed as (
    update webhook_deliveries d
    set attempt_count = d.attempt_count + 1, fetched_at = ${tx.now}
    from (
      select id
      from webhook_deliveries
      where organisation_id = ${organisationId}::uuid and endpoint_id = ${endpointId}::uuid
        and sequence > ${afterSequence}::bigint
      order by sequence
      limit ${limit}
    ) next
    where d.organisation_id = ${organisationId}::uuid and d.id = next.id
    returning d.id, d.sequence, d.attempt_count, d.event_id
  )
  select h.*, e.type, e.created_at, e.data::text as data_text, e.test
  from handed h
  join events e on e.organisation_id = ${organisationId}::uuid and e.id = h.event_id
  order by h.sequence
`;

type Signed = EndpointKey & { endpoint: WebhookEndpoint; handed: Handed[]; now: Date };

const signAll = (
  context: Pick<Context, 'keyring' | 'log'>,
  { organisationId, endpointId, endpoint, handed, now }: Signed,
): z.infer<typeof PulledEvent>[] => {
  if (handed.length === 0) return [];
  const key = { organisationId, endpointId };
  const secrets = openSecrets(context, { endpoint: key, sealed: endpoint, now });
  return handed.map((row) => {
    const event = {
      ...key,
      id: row.event_id,
      type: row.type,
      createdAt: row.created_at,
      sequence: Number(row.sequence),
      dataText: row.data_text,
      isTest: row.test,
    };
    const { headers, body } = signWebhookRequest('', event, { secrets, attempt: row.attempt_count, now });
    return { delivery: row.id, sequence: event.sequence, headers, body };
  });
};

// A missing master key is the host operator's to add; nothing is marked as fetched meanwhile.
const openSecrets = (
  context: Pick<Context, 'keyring' | 'log'>,
  sealed: Parameters<typeof openSigningSecrets>[1],
): string[] => {
  try {
    return openSigningSecrets(context, sealed);
  } catch (cause) {
    const { endpointId } = sealed.endpoint;
    context.log.error({ endpoint_id: endpointId, err: cause }, 'signing secret does not open');
    const message = 'The signing secret could not be read. Rotate it, or ask who runs the service.';
    throw new Refusal('unavailable', message, { cause });
  }
};
