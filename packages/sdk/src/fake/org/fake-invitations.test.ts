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
