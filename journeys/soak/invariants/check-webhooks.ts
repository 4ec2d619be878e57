import { verifyWebhook, WebhookVerificationError } from '@field-inspection/sdk/webhooks';
import type { SoakWorld } from '../open-soak-world.ts';
import type { Endpoint } from '../traffic/register-endpoint.ts';
import type { Finding } from './finding.ts';

type Delivered = { event_id: string; sequence: number; organisation_id: string };

/** Each endpoint got all its events at least once, signed, and numbered without gaps. */
export const checkWebhooks = async (
  { context, receiver }: Pick<SoakWorld, 'context'> & { receiver: Pick<SoakWorld['receiver'], 'arrivals'> },
  endpoints: Endpoint[],
): Promise<Finding[]> => {
  const arrived = { name: 'each endpoint got each of its events', checked: 0, faults: [] as string[] };
  const numbers = { name: 'the numbers of its events have no gap', checked: 0, faults: [] as string[] };
  for (const endpoint of endpoints) {
    const { rows } = await context.database.pool.query<Delivered>(
      `select event_id, sequence::int, organisation_id from webhook_deliveries
       where endpoint_id = $1 order by sequence`,
      [endpoint.id],
    );
    numbers.checked += rows.length;
    if (rows.some(({ sequence }, index) => sequence !== index + 1))
      numbers.faults.push(`${endpoint.path} has a gap`);
    const events = receiver.arrivals
      .filter(({ path, headers }) => path === endpoint.path && headers['svc-event-type'] !== 'ping')
      .map(({ body, headers }) => readEvent(endpoint, { body, headers }));
    const got = new Set(events.map((event) => (typeof event === 'string' ? event : event.id)));
    arrived.checked += rows.length;
    arrived.faults.push(
      ...events.filter((event) => typeof event === 'string'),
      ...rows
        .filter(({ event_id }) => !got.has(event_id))
        .map((row) => `${endpoint.path} lacks ${row.event_id}`),
    );
    if (got.size > rows.length) arrived.faults.push(`${endpoint.path} got events that are not its own`);
  }
  return [arrived, numbers];
};

const readEvent = (
  { secret, organisationId, path }: Endpoint,
  {
    body,
    headers,
  }: Parameters<typeof verifyWebhook>[0] extends infer Input
    ? Pick<
        Input & { body: string; headers: Record<string, string | string[] | undefined> },
        'body' | 'headers'
      >
    : never,
) => {
  try {
    // An hour: a run may take longer than the usual five minutes.
    const event = verifyWebhook({ body, headers, secrets: secret, toleranceSeconds: 3_600 });
    return event.organisation_id === organisationId ? event : `${path} got an event of another organisation`;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return `${path}: ${error.reason}`;
  }
};
