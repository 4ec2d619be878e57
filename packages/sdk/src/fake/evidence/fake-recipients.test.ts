import { beforeEach, expect, it } from 'vitest';
import { FieldInspection } from '../../client.ts';
import { createFakeService, type FakeInspectionService } from '../create-fake-service.ts';

const EVA = { name: 'Eva Brandt', email: 'eva@example.com' };

let service: FakeInspectionService;
let client: FieldInspection;
beforeEach(() => {
  service = createFakeService();
  client = new FieldInspection({ ...service.clientOptions, maxRetries: 0 });
});

it('whom a session names is listed once the report was sent, and erased with the session', async () => {
  const { id } = await client.sessions.create({ report_recipients: [EVA] });
  service.join((await client.participants.create(id)).id);
  await client.sessions.end(id);
  expect((await client.recipients.list(id)).data).toEqual([]);
  service.makeReports(id);
  expect((await client.recipients.list(id)).data).toMatchObject([{ ...EVA, status: 'sent', session: id }]);
  await client.sessions.redact(id);
  expect((await client.recipients.list(id)).data).toMatchObject([{ name: '', email: '', status: 'revoked' }]);
});
