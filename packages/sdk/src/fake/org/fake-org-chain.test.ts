import { verifyChain } from '@field-inspection/evidence';
import { expect, it } from 'vitest';
import { FieldInspection } from '../../client.ts';
import type { AuditEntry } from '../../resources/evidence.ts';
import { createFakeService } from '../create-fake-service.ts';

const open = () => {
  const service = createFakeService();
  return { service, client: new FieldInspection(service.clientOptions) };
};

const listAll = async (client: FieldInspection): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = [];
  for await (const entry of client.org.listAudit({ limit: 3 })) entries.push(entry);
  return entries.reverse();
};

it('the own chain of the fake’s organisation tells each change of it, and who made it, and verifies', async () => {
  const { service, client } = open();
  expect(await listAll(client)).toEqual([]);
  expect(await client.org.getAuditHead()).toEqual({ head: null, length: 0, anchors: [] });
  const member = await client.members.create({ email: 'ada@example.com', name: 'Ada', role: 'auditor' });
  await client.members.update(member.id, { role: 'inspector', name: 'Ada L.' });
  await client.members.delete(member.id);
  const key = await client.credentials.create({ name: 'Office', scopes: ['sessions:read'] });
  await client.credentials.rotate(key.id);
  await client.credentials.revoke(key.id);
  await client.branding.update({ footer: 'Acme' });
  await client.messages.update({ kind: 'invite', locale: 'en', subject: 'Hello' });
  await client.retention.update({ session_days: 30 });
  const { id } = await client.sessions.create();
  await client.sessions.hold(id, { reason: 'Claim 4711' });
  await client.sessions.release(id);
  await client.sessions.end(id);
  await client.sessions.redact(id, { reason: 'no_longer_needed' });
  await client.org.update({ time_zone: 'Europe/Rome' });
  await client.org.update({ contact: { name: 'Eva', phone: '112' } });
  const hook = await client.webhookEndpoints.create({ url: 'https://example.com/hooks', description: 'ERP' });
  await client.webhookEndpoints.update(hook.id, { description: 'ERP' });
  await client.webhookEndpoints.update(hook.id, {
    active: false,
    url: 'https://example.com/',
    rotate_secret: true,
  });
  await client.webhookEndpoints.delete(hook.id);
  const pull = await client.v1.webhooks.create({ kind: 'pull' });
  await client.v1.webhooks.rotate(pull.id);
  const callback = await client.org.rotateCallbackSecret();
  service.setPlan('pro');
  const entries = await listAll(client);
  const by = { credential_id: expect.any(String) as string };
  const session_id = id;
  const previous_expires_at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
  expect(entries.map(({ kind, payload }) => [kind, payload])).toEqual([
    ['member.invited', { ...by, member: member.id, role: 'auditor' }],
    ['member.changed', { ...by, member: member.id, role: 'inspector' }],
    ['member.removed', { ...by, member: member.id }],
    [
      'key.created',
      {
        ...{ ...by, credential: key.id, acts_for: null, scopes: ['sessions:read'] },
        ...{ networks: [], expires_at: null },
      },
    ],
    ['key.rotated', { ...by, credential: key.id, acts_for: null, overlap_hours: 24 }],
    ['key.revoked', { ...by, credential: key.id, acts_for: null }],
    ['branding.updated', { ...by, version: 1, changed: ['footer'] }],
    ['branding.message_text_updated', { ...by, message: 'invite', locale: 'en', changed: ['subject'] }],
    ['retention.changed', { ...by, version: 1, session_days: 30 }],
    ['retention.held', { ...by, session_id }],
    ['retention.released', { ...by, session_id }],
    ['retention.redacted', { ...by, session_id, reason: 'no_longer_needed' }],
    ['organisation.changed', { ...by, time_zone: 'Europe/Rome' }],
    ['organisation.changed', by],
    ['webhook_endpoint.created', { ...by, endpoint: hook.id, endpoint_kind: 'push', event_types: [] }],
    ['webhook_endpoint.updated', { ...by, endpoint: hook.id, changed: ['active', 'url'], active: false }],
    ['webhook_endpoint.secret_rotated', { ...by, endpoint: hook.id, previous_expires_at }],
    ['webhook_endpoint.deleted', { ...by, endpoint: hook.id }],
    ['webhook_endpoint.created', { ...by, endpoint: pull.id, endpoint_kind: 'pull', event_types: [] }],
    ['webhook_endpoint.secret_rotated', { ...by, endpoint: pull.id, previous_expires_at }],
    ['organisation.callback_secret_rotated', { ...by, previous_expires_at: callback.previous_expires_at }],
    ['billing.changed', { provider: 'stripe', plan: 'pro', status: 'active' }],
  ]);
  const verdict = await verifyChain(entries as never);
  expect(verdict).toMatchObject({ valid: true, head: { hash: entries.at(-1)!.hash } });
  expect(await client.org.getAuditHead()).toEqual({
    head: entries.at(-1)!.hash,
    length: entries.length,
    anchors: [],
  });
});

it('what changes nothing, is refused or comes again under its key is not in it', async () => {
  const { client } = open();
  await client.branding.update({});
  await client.retention.update({ session_days: null });
  await client.org.update({});
  await client.org.update({ time_zone: 'UTC', contact: null });
  await client.org.update({ sign_in_idle_minutes: 480, sign_in_life_minutes: 1_440 });
  const [key] = (await client.credentials.list()).data;
  await client.credentials.update(key!.id, { name: key!.name });
  await expect(client.retention.update({ message_days: 31 })).rejects.toMatchObject({ status: 409 });
  const { id } = await client.sessions.create();
  await client.sessions.release(id);
  expect(await listAll(client)).toEqual([]);
  const options = { idempotencyKey: 'one' };
  for (let round = 0; round < 2; round++) await client.branding.update({ footer: 'Acme' }, options);
  expect(await listAll(client)).toHaveLength(1);
});

it('a leaked key is revoked by whoever holds it, once', async () => {
  const { client } = open();
  const { id, api_key } = await client.credentials.create({ name: 'Office', scopes: ['sessions:read'] });
  for (let round = 0; round < 2; round++) await client.keys.revoke({ api_key });
  const entries = await listAll(client);
  expect(entries.map(({ kind }) => kind)).toEqual(['key.created', 'key.revoked']);
  expect(entries[1]!.payload).toEqual({ credential: id, acts_for: null, possession: true });
});
