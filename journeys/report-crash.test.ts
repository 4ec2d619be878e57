import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { dataDirOf } from '@field-inspection/server/testing/data-dir-of';
import { joinSession } from '@field-inspection/server/testing/join-session';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { processEnv } from '@field-inspection/server/testing/process-env';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { runSweeps } from '@field-inspection/server/testing/run-sweeps';
import { DEATHS, type Death } from '@field-inspection/server/testing/start-dying-worker';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { FieldInspection } from '@field-inspection/sdk';
import { expect, test } from 'vitest';

const WORKER = fileURLToPath(import.meta.resolve('@field-inspection/server/testing/start-dying-worker'));
const ROUNDS = 4;
/** Guard against a worker that does not die. */
const PATIENCE_MS = 30_000;

test(`kill -9 while a report is ${DEATHS.join(', ')}, 20 times: one report, one report.ready, one session.completed`, async ({
  onTestFinished,
}) => {
  const world = await openProcessWorld();
  onTestFinished(() => world.close());
  const { baseUrl } = await world.spawn('api');
  const client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl });
  const photo = await takePhoto();
  const sessionIds: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const death of DEATHS) {
      const device = await joinSession({ client, baseUrl });
      await device.call('PATCH', '/consent', { camera: 'granted' });
      await device.send('/photos', photo, { 'content-type': 'image/jpeg' });
      await client.sessions.end(device.sessionId);
      expect(await runWorkerUntil(death, world)).toBe('SIGKILL');
      await releaseJobs(world);
      await runDueJobs(world.context);
      sessionIds.push(device.sessionId);
    }
  }

  expect(await runSweeps(world)).toEqual([]);
  for (const sessionId of sessionIds) expect(await readOutcome(world, sessionId)).toEqual(ONCE);
});

const ONCE = {
  reports: [{ status: 'ready', isWhole: true }],
  addenda: ['report.ready'],
  events: 1,
  isCompleted: true,
};

const readOutcome = async ({ context }: ProcessWorld, sessionId: string) => {
  const { prisma } = context.database;
  const where = { session_id: sessionId };
  const reports = await prisma.report.findMany({ where });
  const addenda = await prisma.addendaEntry.findMany({ where });
  return {
    reports: await Promise.all(
      reports.map(async ({ status, organisation_id, id, sha256 }) => {
        const bytes = await buffer(await context.objects.get(`${organisation_id}/${id}/${sha256}`));
        return { status, isWhole: createHash('sha256').update(bytes).digest('hex') === sha256 };
      }),
    ),
    addenda: addenda.map(({ kind }) => kind),
    events: await prisma.event.count({ where: { ...where, type: 'session.completed' } }),
    isCompleted: (await prisma.session.findFirstOrThrow({ where: { id: sessionId } })).completed_at !== null,
  };
};

const runWorkerUntil = async (
  death: Death,
  { databaseUrl }: ProcessWorld,
): Promise<string | number | null> => {
  const child = spawn(process.execPath, [WORKER, death], {
    env: {
      ...processEnv(),
      BASE_URL: 'http://127.0.0.1:1',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirOf(databaseUrl),
      MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const patience = setTimeout(() => child.kill('SIGTERM'), PATIENCE_MS);
  const ended = await new Promise<string | number | null>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  clearTimeout(patience);
  return ended;
};

/**
 * Releases a dead worker's jobs at once, where the heartbeat takes half a minute; worker-crash.test.ts waits for it.
 */
const releaseJobs = async ({ context }: ProcessWorld): Promise<void> => {
  await context.database.pool.query(`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs
    where locked_by is not null
  `);
};
