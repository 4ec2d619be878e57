import { verifyChain, verifyCommitment } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startWebhookServer,
  type WebhookReceiver,
  type WebhookServer,
} from '../../../testing/start-webhook-receiver.ts';

let server: WebhookServer;
let tenant: Awaited<ReturnType<WebhookServer['openTenant']>>;
let receiver: WebhookReceiver;
let client: WebhookServer['client'];

beforeAll(async () => {
  server = await startWebhookServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  tenant = await server.openTenant();
  ({ client, receiver } = tenant);
});

const listFacts = async () => {
  const rows = await server.context.database.prisma.orgEntry.findMany({
    where: { organisation_id: tenant.organisationId },
    orderBy: { sequence: 'asc' },
  });
  return rows.map(({ kind, payload }) => ({ kind, payload: payload as Record<string, unknown> }));
};
const kindsOf = async () => (await listFacts()).map(({ kind }) => kind.replace('webhook_endpoint.', ''));
const COMMITMENT = expect.stringMatching(/^[0-9a-f]{64}$/) as string;

describe("the organisation's chain tells by which endpoints data leave, and who made them so:", () => {
  it('one that was created, changed, rotated and deleted, by either family; a reader, too', async () => {
    const by = { credential_id: expect.any(String) as string };
    const first = await client.webhookEndpoints.create({ url: receiver.url, description: 'Ada’s desk' });
    await client.webhookEndpoints.update(first.id, { active: false, event_types: ['session.joined'] });
    await client.webhookEndpoints.update(first.id, { rotate_secret: true, description: 'Desk' });
    await client.webhookEndpoints.delete(first.id);
    const second = await client.v1.webhooks.create({ kind: 'pull', event_types: ['session.joined'] });
    await client.v1.webhooks.rotate(second.id);
    const overlapEnd = expect.stringMatching(/Z$/) as string;
    expect(await listFacts()).toEqual(
      [
        ['created', { endpoint_kind: 'push', event_types: [], url: COMMITMENT, description: COMMITMENT }],
        ['updated', { changed: ['active', 'event_types'], active: false, event_types: ['session.joined'] }],
        ['updated', { changed: ['description'], description: COMMITMENT }],
        ['secret_rotated', { previous_expires_at: overlapEnd }],
        ['deleted', {}],
        ['created', { endpoint_kind: 'pull', event_types: ['session.joined'] }],
        ['secret_rotated', { previous_expires_at: overlapEnd }],
      ].map(([kind, payload], index) => ({
        kind: `webhook_endpoint.${String(kind)}`,
        payload: { ...by, endpoint: index < 5 ? first.id : second.id, ...(payload as object) },
      })),
    );
    const entries = [];
    for await (const entry of client.org.listAudit()) entries.unshift(entry);
    expect(await verifyChain(entries as never)).toMatchObject({ valid: true, length: 7 });
  });

  it('neither its URL nor its words stand in the chain: what they were is disclosed beside it', async () => {
    const { url } = receiver;
    await client.webhookEndpoints.create({ url, description: 'Ada’s desk' });
    const [fact] = await listFacts();
    expect(JSON.stringify(fact)).not.toMatch(/Ada|localhost|127\.0\.0\.1/);
    const disclosed = await server.context.database.prisma.orgDisclosure.findMany({
      where: { organisation_id: tenant.organisationId },
      orderBy: { field: 'asc' },
    });
    expect(disclosed.map(({ field, value }) => [field, value])).toEqual([
      ['description', 'Ada’s desk'],
      ['url', url],
    ]);
    for (const { field, salt, value } of disclosed) {
      const commitment = fact!.payload[field] as string;
      expect(await verifyCommitment({ commitment, salt, value: value as string })).toBe(true);
    }
  });

  it('what changes nothing, is refused or comes again under its key is told once or not at all', async () => {
    const options = { idempotencyKey: 'once' };
    const { id } = await client.webhookEndpoints.create({ url: receiver.url }, options);
    await client.webhookEndpoints.create({ url: receiver.url }, options);
    await client.webhookEndpoints.update(id, { active: true, url: receiver.url, event_types: [] });
    receiver.answer(() => ({ status: 500 }));
    await expect(client.webhookEndpoints.create({ url: receiver.url })).rejects.toMatchObject({
      status: 400,
    });
    await client.v1.webhooks.rotate(id, { idempotencyKey: 'rotate' });
    await client.v1.webhooks.rotate(id, { idempotencyKey: 'rotate' });
    await client.webhookEndpoints.delete(id);
    await expect(client.webhookEndpoints.delete(id)).rejects.toMatchObject({ status: 404 });
    expect(await kindsOf()).toEqual(['created', 'secret_rotated', 'deleted']);
  });
});
