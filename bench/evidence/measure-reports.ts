import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../apps/server/src/context.ts';
import { makeCameraPhoto } from '../../apps/server/src/features/evidence/photos/testing/make-camera-photo.ts';
import type { SpawnedServer } from '../../apps/server/src/testing/spawn-server.ts';
import { startTimestampAuthority } from '../../apps/server/src/testing/start-timestamp-authority.ts';
import { inMiB, inMs, judgeAtMost, medianOf, tell, type Finding } from '../harness/figures.ts';
import type { BenchWorld } from '../harness/open-world.ts';
import { inTurn, waitFor } from '../harness/turns.ts';
import { watchMemory } from '../harness/watch-memory.ts';
import { openEvidenceServer, type EvidenceServer } from './open-evidence-server.ts';

const PHOTOS = 20;
const SESSIONS = 5;
const LIMIT_MS = 2_000;
const IN_A_ROW = 1_000;
/** As many as one session may have. */
const REPORTS_PER_SESSION = 50;
const GROWTH_LIMIT_BYTES = 100 * 2 ** 20;
const MANY_PHOTOS = 500;
const MEMORY_LIMIT_BYTES = 2 * 2 ** 30;
const PASSWORD = 'bench';

/** Reports as a worker process makes them: sealed, with the time of an authority beside it, from photos of 12 megapixels. */
export const measureReports = async (world: BenchWorld): Promise<Finding[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'fis-seal-'));
  const authority = await startTimestampAuthority();
  const evidence = await openEvidenceServer(world);
  const seal = { SEAL_P12: makeSeal(folder), SEAL_P12_PASSWORD: PASSWORD };
  const worker = await evidence.spawn('worker', { TSA_URLS: authority.url, ...seal });
  try {
    const photo = await makeCameraPhoto();
    return [
      ...(await measureFirst(evidence, photo)),
      await measureGrowth(evidence, worker, photo),
      ...(await measureMany(evidence, worker, photo)),
    ];
  } finally {
    await evidence.close();
    await authority.close();
    await rm(folder, { recursive: true });
  }
};

const makeSeal = (folder: string): string => {
  const run = (line: string, ...more: string[]) =>
    execFileSync('openssl', [...line.split(' '), ...more], { cwd: folder, stdio: 'pipe' });
  const usage = '-days 2 -addext keyUsage=digitalSignature -addext basicConstraints=critical,CA:FALSE';
  run(
    `req -x509 -newkey rsa:3072 -nodes -keyout key.pem -out own.pem ${usage}`,
    ...['-subj', '/O=Bench/CN=Bench seal'],
  );
  run(`pkcs12 -export -inkey key.pem -in own.pem -out seal.p12 -passout pass:${PASSWORD}`);
  return join(folder, 'seal.p12');
};

const endSession = async (
  { join, client }: EvidenceServer,
  photo: Buffer,
  photos: number,
): Promise<string> => {
  const device = await join();
  for (let sent = 0; sent < photos; sent++) {
    const { status } = await device.send('/photos', photo, { 'content-type': 'image/jpeg' });
    if (status !== 201) throw new Error(`a photo was answered with ${status}`);
  }
  await client.sessions.end(device.sessionId);
  return device.sessionId;
};

const waitForReports = ({ database }: Context, sessionId: string, wanted: number): Promise<void> =>
  waitFor(
    'reports',
    async () => {
      const reports = await database.prisma.report.groupBy({
        by: ['status'],
        where: { session_id: sessionId },
        _count: true,
      });
      if (reports.some(({ status }) => status === 'failed')) throw new Error('a report failed');
      return reports.some(({ status, _count }) => status === 'ready' && _count >= wanted);
    },
    { everyMs: 50 },
  );

/** The report of a session, and how long it took from its last anchor until it was ready. */
const readFirst = async ({ database }: Context, sessionId: string) => {
  const where = { session_id: sessionId };
  const anchor = await database.prisma.anchor.findFirstOrThrow({ where });
  const report = await database.prisma.report.findFirstOrThrow({ where });
  return { report, tookMs: report.ready_at!.getTime() - anchor.anchored_at!.getTime() };
};

const measureFirst = async (evidence: EvidenceServer, photo: Buffer): Promise<Finding[]> => {
  const [cold, ...warm] = await inTurn(1 + SESSIONS, async () => {
    const sessionId = await endSession(evidence, photo, PHOTOS);
    await waitForReports(evidence.context, sessionId, 1);
    return (await readFirst(evidence.context, sessionId)).tookMs;
  });
  const what = `report of ${PHOTOS} photos of 12 megapixels, sealed: last anchor to ready`;
  return [
    tell(`${what}, the first of its process`, inMs(cold!)),
    judgeAtMost(`${what}, median of ${SESSIONS}`, medianOf(warm), { most: LIMIT_MS, inWords: inMs }),
  ];
};

const measureGrowth = async (
  evidence: EvidenceServer,
  worker: SpawnedServer,
  photo: Buffer,
): Promise<Finding> => {
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

const measureMany = async (
  evidence: EvidenceServer,
  worker: SpawnedServer,
  photo: Buffer,
): Promise<Finding[]> => {
  let sessionId = '';
  const { startBytes, halvesBytes } = await watchMemory(worker.pid, async () => {
    sessionId = await endSession(evidence, photo, MANY_PHOTOS);
    await waitForReports(evidence.context, sessionId, 1);
  });
  const { report, tookMs } = await readFirst(evidence.context, sessionId);
  const what = `report of ${MANY_PHOTOS} photos, ${report.pages} pages, ${inMiB(report.byte_size!)}`;
  return [
    tell(`${what}: last anchor to ready`, inMs(tookMs)),
    judgeAtMost(`${what}: the worker grows by`, Math.max(...halvesBytes) - startBytes, {
      most: MEMORY_LIMIT_BYTES,
      inWords: inMiB,
    }),
  ];
};
