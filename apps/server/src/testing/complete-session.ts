import { makeFirstReport } from './make-first-report.ts';
import type { TestServer } from './start-test-server.ts';

export const completeSession = async (
  server: TestServer,
): Promise<{ sessionId: string; reportId: string }> => {
  const { id } = await server.client.sessions.create({ notes: 'Roof' });
  await server.client.sessions.end(id);
  const report = await makeFirstReport(server.context, server.seed.organisationId, id);
  // Time passes, so that later reports are newer.
  server.clock.advance(1_000);
  return { sessionId: id, reportId: report.id };
};
