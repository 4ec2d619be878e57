import { freezeChain } from '../features/anchors/freeze-chain.job.ts';
import { getEvidenceSummary } from '../features/anchors/summary-routes.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';
import { startTimestampAuthority } from './start-timestamp-authority.ts';

export type AnchorWorld = Awaited<ReturnType<typeof openAnchorWorld>>;

/** Both authorities have the test's clock; one session at a time is to be anchored. */
export const openAnchorWorld = async () => {
  const running: { server?: TestServer } = {};
  const clock = { now: () => running.server!.clock.now() };
  const [good, other] = await Promise.all([startTimestampAuthority(clock), startTimestampAuthority(clock)]);
  const server = await startTestServer({ TSA_URLS: `${good.url},${other.url}` });
  running.server = server;
  const { prisma, pool } = server.context.database;
  const { organisationId } = server.seed;
  let sessionId = '';
  const keyOf = (authority: string) => ({
    organisation_id: organisationId,
    session_id: sessionId,
    authority,
  });
  const summarize = () => getEvidenceSummary(server.context, { organisationId, sessionId });
  return {
    server,
    good,
    other,
    keyOf,
    summarize,
    /** Both authorities are honest, and no earlier job is left. */
    startSession: async () => {
      for (const authority of [good, other]) authority.answer(undefined);
      await pool.query('delete from graphile_worker._private_jobs');
      sessionId = (await server.client.sessions.create({ notes: 'roof' })).id;
    },
    endSession: () => server.client.sessions.end(sessionId),
    /** The jobs for the anchors are dropped. */
    freeze: async (context = server.context) => {
      await freezeChain.run(context, { organisation_id: organisationId, session_id: sessionId });
      await pool.query('delete from graphile_worker._private_jobs');
    },
    readAnchor: async ({ url }: { url: string }) =>
      (await summarize()).anchors.find(({ authority }) => authority === url)!,
    readRow: (authority: string) =>
      prisma.anchor.findUniqueOrThrow({
        where: { organisation_id_session_id_authority: keyOf(authority) },
      }),
    listEvents: () =>
      prisma.event.findMany({
        where: { session_id: sessionId, type: 'session.anchored' },
        orderBy: { id: 'asc' },
      }),
    close: async () => {
      await server.close();
      await Promise.all([good.close(), other.close()]);
    },
  };
};
