import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FieldInspection } from '@field-inspection/sdk';
import type { Context } from '../../apps/server/src/context.ts';
import { makeCameraPhoto } from '../../apps/server/src/features/evidence/photos/testing/make-camera-photo.ts';
import { spawnServer, type SpawnedServer } from '../../apps/server/src/testing/spawn-server.ts';
import { startTimestampAuthority } from '../../apps/server/src/testing/start-timestamp-authority.ts';
import { inMs, type Finding } from '../finding.ts';
import type { BenchWorld } from '../open-bench-world.ts';
import { openEvidenceServer, type EvidenceServer } from './open-evidence-server.ts';
import { percentile } from '../percentile.ts';
import { watchMemory } from '../watch-memory.ts';

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
  const worker = await spawnServer('worker', {
    databaseUrl: evidence.databaseUrl,
    env: { TSA_URLS: authority.url, SEAL_P12: makeSeal(folder), SEAL_P12_PASSWORD: PASSWORD },
  });
  try {
    const photo = await makeCameraPhoto();
    return [
      ...(await measureFirst(evidence, photo)),
      await measureGrowth(evidence, worker, photo),
      ...(await measureMany(evidence, worker, photo)),
    ];
  } finally {
    await worker.kill();
    await evidence.close();
    await authority.close();
    await rm(folder, { recursive: true });
  }
};

const makeSeal = (folder: string): string => {
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const subject = [
    '-subj',
    '/O=Bench/CN=Bench seal',
    '-days',
    '2',
    '-addext',
    'keyUsage=digitalSignature',
    '-addext',
    'basicConstraints=critical,CA:FALSE',
  ];
  run('req', '-x509', '-newkey', 'rsa:3072', '-nodes', '-keyout', 'key.pem', '-out', 'own.pem', ...subject);
  run(
    'pkcs12',
    '-export',
    '-inkey',
    'key.pem',
    '-in',
    'own.pem',
    '-out',
    'seal.p12',
    '-passout',
    `pass:${PASSWORD}`,
  );
  return join(folder, 'seal.p12');
};

const endSession = async (
  { join, seed, server }: EvidenceServer,
  photo: Buffer,
  photos: number,
): Promise<string> => {
  const device = await join();
  for (let sent = 0; sent < photos; sent++) {
    const { status } = await device.send('/photos', photo, { 'content-type': 'image/jpeg' });
    if (status !== 201) throw new Error(`a photo was answered with ${status}`);
  }
  const client = new FieldInspection({ apiKey: seed.apiKey, baseUrl: server.baseUrl });
  await client.sessions.end(device.sessionId);
  return device.sessionId;
};

const waitForReports = async ({ database }: Context, sessionId: string, wanted: number): Promise<void> => {
  for (;;) {
    const reports = await database.prisma.report.groupBy({
      by: ['status'],
      where: { session_id: sessionId },
      _count: true,
    });
    if (reports.some(({ status }) => status === 'failed')) throw new Error('a report failed');
    if (reports.some(({ status, _count }) => status === 'ready' && _count >= wanted)) return;
    await sleep(50);
  }
};

const measureFirst = async (evidence: EvidenceServer, photo: Buffer): Promise<Finding[]> => {
  const { prisma } = evidence.context.database;
  const times: number[] = [];
  for (let round = 0; round <= SESSIONS; round++) {
    const sessionId = await endSession(evidence, photo, PHOTOS);
    await waitForReports(evidence.context, sessionId, 1);
    const anchor = await prisma.anchor.findFirstOrThrow({ where: { session_id: sessionId } });
    const report = await prisma.report.findFirstOrThrow({ where: { session_id: sessionId } });
    times.push(report.ready_at!.getTime() - anchor.anchored_at!.getTime());
  }
  const [cold, ...warm] = times;
  const what = `report of ${PHOTOS} photos of 12 megapixels, sealed: last anchor to ready`;
  const median = percentile(warm, 0.5);
  return [
    { what: `${what}, the first of its process`, result: inMs(cold!), limit: '', holds: null },
    {
      what: `${what}, median of ${SESSIONS}`,
      result: inMs(median),
      limit: inMs(LIMIT_MS),
      holds: median < LIMIT_MS,
    },
  ];
};

const measureGrowth = async (
  evidence: EvidenceServer,
  worker: SpawnedServer,
  photo: Buffer,
): Promise<Finding> => {
  const { context, seed, server } = evidence;
  const client = new FieldInspection({ apiKey: seed.apiKey, baseUrl: server.baseUrl });
  const makeFifty = async () => {
    const sessionId = await endSession(evidence, photo, 3);
    await waitForReports(context, sessionId, 1);
    for (let more = 1; more < REPORTS_PER_SESSION; more++) await client.reports.create(sessionId);
    await waitForReports(context, sessionId, REPORTS_PER_SESSION);
  };
  await makeFifty();
  const { startBytes, endBytes } = await watchMemory(worker.pid, async () => {
    for (let made = REPORTS_PER_SESSION; made < IN_A_ROW; made += REPORTS_PER_SESSION) await makeFifty();
  });
  const grown = endBytes - startBytes;
  return {
    what: `${IN_A_ROW} reports in a row: the worker grows after the first ${REPORTS_PER_SESSION} by`,
    result: inMebibytes(grown),
    limit: inMebibytes(GROWTH_LIMIT_BYTES),
    holds: grown < GROWTH_LIMIT_BYTES,
  };
};

const measureMany = async (
  evidence: EvidenceServer,
  worker: SpawnedServer,
  photo: Buffer,
): Promise<Finding[]> => {
  const { prisma } = evidence.context.database;
  let sessionId = '';
  const { startBytes, halvesBytes } = await watchMemory(worker.pid, async () => {
    sessionId = await endSession(evidence, photo, MANY_PHOTOS);
    await waitForReports(evidence.context, sessionId, 1);
  });
  const anchor = await prisma.anchor.findFirstOrThrow({ where: { session_id: sessionId } });
  const report = await prisma.report.findFirstOrThrow({ where: { session_id: sessionId } });
  const grown = Math.max(...halvesBytes) - startBytes;
  const what = `report of ${MANY_PHOTOS} photos, ${report.pages} pages, ${inMebibytes(report.byte_size!)}`;
  return [
    {
      what: `${what}: last anchor to ready`,
      result: inMs(report.ready_at!.getTime() - anchor.anchored_at!.getTime()),
      limit: '',
      holds: null,
    },
    {
      what: `${what}: the worker grows by`,
      result: inMebibytes(grown),
      limit: inMebibytes(MEMORY_LIMIT_BYTES),
      holds: grown < MEMORY_LIMIT_BYTES,
    },
  ];
};

const inMebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
