import type { SessionStatus } from '@field-inspection/contract';
import type { TestServer } from './start-test-server.ts';

/** Changes the row alone, as if commands had done it. */
export const setSessionStatus = async (
  { context, seed, clock }: Pick<TestServer, 'context' | 'seed' | 'clock'>,
  sessionId: string,
  status: SessionStatus,
): Promise<void> => {
  const hasStarted = status === 'open' || status === 'recording';
  await context.database.prisma.session.update({
    where: { organisation_id_id: { organisation_id: seed.organisationId, id: sessionId } },
    data: {
      status,
      ...(hasStarted ? { started_at: clock.now() } : {}),
      ...(status === 'closed' ? { ended_at: clock.now() } : {}),
    },
  });
};
