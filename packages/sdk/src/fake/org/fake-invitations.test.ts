import { expect, it } from 'vitest';
import { FieldInspection } from '../../client.ts';
import { createFakeService } from '../create-fake-service.ts';

it('the e-mail that invites a member is queued in the reply, and sent for whoever asks again', async () => {
  const service = createFakeService();
  const client = new FieldInspection(service.clientOptions);
  const member = await client.members.create({ email: 'ada@example.com', name: 'Ada', role: 'inspector' });
  const updated_at = service.now().toISOString();
  const expires_at = new Date(service.now().getTime() + 7 * 86_400_000).toISOString();
  expect(member.invitation).toEqual({ status: 'queued', reason: null, updated_at, expires_at });
  expect((await client.members.get(member.id)).invitation).toEqual({ ...member.invitation, status: 'sent' });
  service.advance(1_000);
  const again = await client.members.resendInvitation(member.id);
  expect(again.invitation).toMatchObject({ status: 'queued', updated_at: service.now().toISOString() });
  expect((await client.members.list()).data[0]?.invitation?.status).toBe('sent');
});

it('nobody gives a member more than they hold: a role beyond their scopes, or one without an end by a key that ends', async () => {
  const service = createFakeService();
  const admin = new FieldInspection(service.clientOptions);
  const connect = (apiKey: string) => new FieldInspection({ ...service.clientOptions, apiKey });
  const narrow = await admin.credentials.create({ name: 'Office', scopes: ['org:read', 'members:write'] });
  const scopes = (await admin.org.getRoles()).data.find(({ name }) => name === 'org_admin')!.scopes;
  const expires_at = new Date(service.now().getTime() + 3_600_000).toISOString();
  const short = await admin.credentials.create({ name: 'Today', scopes: [...scopes], expires_at });
  const refused = { status: 403, code: 'permission_denied' };
  const invitation = { email: 'ada@example.com', name: 'Ada', role: 'inspector' } as const;
  await expect(connect(narrow.api_key).members.create(invitation)).rejects.toMatchObject(refused);
  await expect(connect(short.api_key).members.create(invitation)).rejects.toMatchObject(refused);
  const member = await admin.members.create(invitation);
  await expect(connect(narrow.api_key).members.resendInvitation(member.id)).rejects.toMatchObject(refused);
  await expect(connect(narrow.api_key).members.update(member.id, { role: 'auditor' })).rejects.toMatchObject(
    refused,
  );
  expect(await connect(narrow.api_key).members.update(member.id, { name: 'Ada L.' })).toMatchObject({
    name: 'Ada L.',
  });
});
