import { createHash } from 'node:crypto';
import type { Context } from '../../../../context.ts';
import { DRAWING } from '../../../../testing/inspect-house.ts';
import type { JoinedDevice } from '../../../../testing/join-session.ts';
import { openAnchorWorld } from '../../../../testing/open-anchor-world.ts';
import { runDueJobs } from '../../../../testing/run-due-jobs.ts';
import { freezeChain } from '../../freeze-chain.job.ts';

export const openWhiteboardWorld = async () => {
  const world = await openAnchorWorld();
  const { context, client, seed } = world.server;
  return {
    ...world,
    download: async (file: string) =>
      Buffer.from(await (await client.whiteboards.download(file)).arrayBuffer()),
    draw: async (device: JoinedDevice): Promise<string> =>
      String((await device.call('POST', '/whiteboards', { title: 'Crack', drawing: DRAWING })).body['id']),
    drawOn: (device: JoinedDevice, id: string) =>
      device.call('PATCH', `/whiteboards/${id}`, { version: 1, drawing: { ...DRAWING, height: 800 } }),
    end: async ({ sessionId }: JoinedDevice) => {
      await client.sessions.end(sessionId);
      await runDueJobs(context);
    },
    freezeBy: async (by: Context, { sessionId }: JoinedDevice) => {
      await client.sessions.end(sessionId);
      await freezeChain.run(by, { organisation_id: seed.organisationId, session_id: sessionId });
    },
    listRows: ({ sessionId }: JoinedDevice) =>
      context.database.prisma.whiteboardAnchor.findMany({ where: { evidence: { session_id: sessionId } } }),
  };
};

export type WhiteboardWorld = Awaited<ReturnType<typeof openWhiteboardWorld>>;

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
