import type { WebhookDelivery } from '../resources/webhook-events.ts';
import type { FakeWebhook } from './create-webhook.ts';
import { createWebhook } from './create-webhook.ts';
import type { FakeEndpoint, FakeState } from './fake-state.ts';

/** A delivery on its way to an endpoint. */
export interface FakeDelivery extends FakeWebhook {
  readonly url: string;
  readonly type: string;
}

/** Sends an event to each active endpoint that subscribes to it. */
export function publishFakeEvent(state: FakeState, type: string, data: object): void {
  const event = { id: crypto.randomUUID(), type, data };
  for (const endpoint of state.endpoints.values()) {
    const isWanted = endpoint.event_types.length === 0 || endpoint.event_types.includes(type);
    if (endpoint.active && isWanted) deliverFakeEvent(state, endpoint, event);
  }
}

/** Signs an event for one endpoint and puts it in the outbox. */
export function deliverFakeEvent(
  state: FakeState,
  endpoint: FakeEndpoint,
  { id, type, data }: { id: string; type: string; data: object },
): WebhookDelivery {
  const createdAt = state.now();
  endpoint.lastSequence += 1;
  const event = {
    id,
    type,
    created_at: createdAt.toISOString(),
    api_version: 'v1',
    organisation_id: state.organisationId,
    endpoint: endpoint.id,
    sequence: endpoint.lastSequence,
    data,
  };
  const timestamp = Math.floor(createdAt.getTime() / 1000);
  const { body, headers } = createWebhook({ event, secrets: endpoint.secrets, timestamp });
  state.outbox.push({ url: endpoint.url, type, body, headers });
  const delivery: WebhookDelivery = {
    id: crypto.randomUUID(),
    endpoint: endpoint.id,
    event_type: type,
    status: 'pending',
    response_status: null,
    attempt_count: 0,
    created_at: createdAt.toISOString(),
    delivered_at: null,
    event: id,
    sequence: endpoint.lastSequence,
  };
  state.deliveries.set(delivery.id, delivery);
  return delivery;
}
