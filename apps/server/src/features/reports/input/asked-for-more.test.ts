import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSession, startReportServer } from '../../../testing/inspect-house.ts';
import type { TestServer } from '../../../testing/start-test-server.ts';
import { readReportInput } from './read-report-input.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startReportServer();
});
afterAll(() => server.close());

test('a person who was asked for more is there once, by the chain', async () => {
  const { client, context, seed } = server;
  const { id: sessionId } = await client.sessions.create();
  await client.participants.create(sessionId, { recipient_first_name: 'Gina' });
  for (const message of ['The roof again, please.', 'And the meter.'])
    await client.v1.inspections.requestMore(sessionId, { message });
  await endSession(server, sessionId);
  const input = await readReportInput(context, {
    organisationId: seed.organisationId,
    sessionId,
    createdAt: '2026-11-20T12:00:00.000Z',
    locale: 'en',
    variant: { photos: 'full', auditTrail: 'printed' },
  });
  expect(input.participants).toEqual([{ name: 'Gina', role: 'field', joinedAt: null, leftAt: null }]);
});
