import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember } from '../../../testing/add-member.ts';
import { endSession, inspectHouse, startReportServer } from '../../../testing/inspect-house.ts';
import type { TestServer } from '../../../testing/start-test-server.ts';
import { readReportInput } from './read-report-input.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startReportServer();
});
afterAll(() => server.close());

const read = (sessionId: string) =>
  readReportInput(server.context, {
    organisationId: server.seed.organisationId,
    sessionId,
    createdAt: '2026-11-20T12:00:00.000Z',
    locale: 'en',
    variant: { auditTrail: 'printed', photos: 'full' },
  });

test('an operator who is a member is named in full, as is the author of a finding, which a report made later has', async () => {
  const { sessionId, placed } = await inspectHouse(server);
  await endSession(server, sessionId);
  await server.client.evidence.setFinding(sessionId, String(placed['id']), { text: 'Two tiles are broken.' });
  const setAt = server.clock.now().toISOString();
  const finding = { text: 'Two tiles are broken.', author: 'operator@example.com', setAt };
  const before = await read(sessionId);
  expect([before.operator, before.photos[0]!.finding]).toEqual(['operator@example.com', finding]);

  const person = {
    email: 'operator@example.com',
    name: 'Ines Keller',
    role: 'inspector',
    locale: 'en',
  } as const;
  await addMember(server.context, { organisationId: server.seed.organisationId, ...person });
  const { operator, photos } = await read(sessionId);
  const inFull = 'Ines Keller (operator@example.com)';
  expect([operator, photos.map((photo) => photo.finding?.author)]).toEqual([inFull, [inFull, undefined]]);
});
