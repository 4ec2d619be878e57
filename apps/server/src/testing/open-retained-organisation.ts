import type { Plan } from '@field-inspection/contract';
import { applyRetention } from '../features/retention/apply-retention.job.ts';
import { callApi } from './call-api.ts';
import { runDueJobs } from './run-due-jobs.ts';
import { seedOrganisation } from './seed-organisation.ts';
import type { TestServer } from './start-test-server.ts';

export const DAY_MS = 86_400_000;

/** A new organisation, with sessions of any age. */
export const openRetainedOrganisation = async (server: TestServer, plan: Plan = 'enterprise') => {
  const { context, clock } = server;
  const seed = await seedOrganisation(context, { plan });
  const { organisationId } = seed;
  const client = server.clientOf(seed.apiKey);
  const { pool, prisma } = context.database;
  return {
    ...{ seed, organisationId, client },
    patch: (body: object, headers: Record<string, string> = {}) =>
      callApi({ ...server, seed }, 'PATCH /org/retention', { root: '/v1', body, headers }),
    /** Their chains are frozen. */
    endSessions: async (days: number, count = 1): Promise<string[]> => {
      const ids: string[] = [];
      for (let index = 0; index < count; index++) {
        const { id } = await client.sessions.create({ notes: 'Roof' });
        await client.sessions.end(id);
        ids.push(id);
      }
      clock.advance(61_000);
      await runDueJobs(context);
      const at = new Date(clock.now().getTime() - days * DAY_MS);
      await pool.query('update sessions set ended_at = $1 where id = any ($2::uuid[])', [at, ids]);
      return ids;
    },
    /** The daily job, and all that follows from it. */
    runDaily: async () => {
      await applyRetention.run(context, {});
      for (let round = 0; round < 5; round++) {
        await runDueJobs(context);
        clock.advance(11_000);
      }
    },
    setPlan: (to: Plan) => prisma.organisation.update({ where: { id: organisationId }, data: { plan: to } }),
    listRedacted: async (): Promise<string[]> => {
      const rows = await prisma.session.findMany({
        where: { organisation_id: organisationId, erased_at: { not: null } },
        orderBy: { id: 'asc' },
      });
      return rows.map(({ id }) => id);
    },
    listRedactions: (sessionId: string) =>
      prisma.addendaEntry.findMany({
        where: { organisation_id: organisationId, session_id: sessionId, kind: 'redaction' },
      }),
    listFacts: async () =>
      (
        await prisma.orgEntry.findMany({
          where: { organisation_id: organisationId },
          orderBy: { sequence: 'asc' },
        })
      ).map(({ kind, payload }) => ({ kind, payload })),
  };
};
