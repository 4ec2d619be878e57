import type { Context } from '../../apps/server/src/context.ts';
import { makeCameraPhoto } from '../../apps/server/src/features/evidence/photos/testing/make-camera-photo.ts';
import { makeSealFile } from '../../apps/server/src/testing/make-seal-file.ts';
import type { SpawnedServer } from '../../apps/server/src/testing/spawn-server.ts';
import { startTimestampAuthority } from '../../apps/server/src/testing/start-timestamp-authority.ts';
import { inMiB, inMs, judgeAtMost, medianOf, tell, type Finding } from '../harness/figures.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { inTurn, waitFor } from '../harness/turns.ts';
import { watchMemory } from '../harness/read-processes.ts';
import { openEvidenceServer, type EvidenceServer } from './open-evidence-server.ts';

const PHOTOS = 20;
const SESSIONS = 5;
const LIMIT_MS = 2_000;
const IN_A_ROW = 1_000;
const REPORTS_PER_SESSION = 50;
const GROWTH_LIMIT_BYTES = 100 * 2 ** 20;

/** The reports are sealed and timestamped, with 12-megapixel photos. */
export const measureReports = async (world: BenchWorld): Promise<Finding[]> => {
  const seal = makeSealFile();
  if (!seal) throw new Error('there is no openssl, which makes the seal');
  const authority = await startTimestampAuthority();
  const evidence = await openEvidenceServer(world);
  const worker = await evidence.spawn('worker', { TSA_URLS: authority.url, ...seal.env });
  try {
    const photo = await makeCameraPhoto();
    return [...(await measureFirst(evidence, photo)), await measureGrowth(evidence, worker, photo)];
  } finally {
    await evidence.close();
    await authority.close();
    seal.close();
  }
};

const endSession = async ({ join, client }: EvidenceServer, photo: Buffer, photos: number) => {
  const device = await join();
  for (let sent = 0; sent < photos; sent++) {
    const { status } = await device.send('/photos', photo, { 'content-type': 'image/jpeg' });
    if (status !== 201) throw new Error(`a photo was answered with ${status}`);
  }
  await client.sessions.end(device.sessionId);
  return device.sessionId;
};

const waitForReports = ({ database }: Context, sessionId: string, wanted: number): Promise<void> => {
  const count = (status: string) =>
    database.prisma.report.count({ where: { session_id: sessionId, status } });
  const areReady = async () => {
    if ((await count('failed')) > 0) throw new Error('a report failed');
    return (await count('ready')) >= wanted;
  };
  return waitFor('reports', areReady, { everyMs: 50 });
};

const readWait = async ({ database }: Context, sessionId: string): Promise<number> => {
  const where = { session_id: sessionId };
  const anchor = await database.prisma.anchor.findFirstOrThrow({ where });
  const report = await database.prisma.report.findFirstOrThrow({ where });
  return report.ready_at!.getTime() - anchor.anchored_at!.getTime();
};

const measureFirst = async (evidence: EvidenceServer, photo: Buffer): Promise<Finding[]> => {
  const [cold, ...warm] = await inTurn(1 + SESSIONS, async () => {
    const sessionId = await endSession(evidence, photo, PHOTOS);
    await waitForReports(evidence.context, sessionId, 1);
    return readWait(evidence.context, sessionId);
  });
  const what = `report of ${PHOTOS} photos of 12 megapixels, sealed: last anchor to ready`;
  return [
    tell(`${what}, the first of its process`, inMs(cold!)),
    judgeAtMost(`${what}, median of ${SESSIONS}`, medianOf(warm), { most: LIMIT_MS, inWords: inMs }),
  ];
};

const measureGrowth = async (evidence: EvidenceServer, worker: SpawnedServer, photo: Buffer) => {
  const makeFifty = async () => {
    const sessionId = await endSession(evidence, photo, 3);
    await waitForReports(evidence.context, sessionId, 1);
    await inTurn(REPORTS_PER_SESSION - 1, () => evidence.client.reports.create(sessionId));
    await waitForReports(evidence.context, sessionId, REPORTS_PER_SESSION);
  };
  await makeFifty();
  const { startBytes, endBytes } = await watchMemory(worker.pid, async () => {
    await inTurn(IN_A_ROW / REPORTS_PER_SESSION - 1, makeFifty);
  });
  const what = `${IN_A_ROW} reports in a row: the worker grows after the first ${REPORTS_PER_SESSION} by`;
  return judgeAtMost(what, endBytes - startBytes, { most: GROWTH_LIMIT_BYTES, inWords: inMiB });
};
