import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FieldInspection } from '@field-inspection/sdk';
import { verifyEvidence } from '@field-inspection/sdk/evidence';
import { cloneDatabase, createEmptyDatabase } from '@field-inspection/server/testing/clone-database';
import { dataDirOf } from '@field-inspection/server/testing/data-dir-of';
import { keepRelease, migrateDatabase, restoreRelease } from '@field-inspection/server/testing/keep-release';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { runAdmin } from '@field-inspection/server/testing/run-admin';
import { spawnServer } from '@field-inspection/server/testing/spawn-server';
import { expect, onTestFinished, test } from 'vitest';
import { inspectSite } from './backup/inspect-site.ts';
import { timeUntil } from './database-faults/until-green.ts';

const FOLDER = join(import.meta.dirname, 'upgrade/kept');
const KEPT = readdirSync(FOLDER).filter((name) => name.endsWith('.json.gz'));

const startServer = async (databaseUrl: string) => {
  const server = await spawnServer('all', { databaseUrl, env: { REPORT_ANCHOR_WAIT: '1' } });
  onTestFinished(() => void server.kill());
  return server;
};

const clientOf = (baseUrl: string, apiKey: string) => ({
  client: new FieldInspection({ apiKey, baseUrl }),
  baseUrl,
});

const completeInspection = async (here: ReturnType<typeof clientOf>): Promise<string> => {
  const { sessionId } = await inspectSite(here);
  await here.client.sessions.end(sessionId);
  await timeUntil(async () =>
    (await here.client.reports.list(sessionId)).data.some(({ status }) => status === 'ready'),
  );
  return sessionId;
};

test.each(KEPT)(
  'what the release %s has written is whole and in use after the migrations since; going back is refused unless it is allowed, and changes nothing',
  async (name) => {
    const { databaseUrl, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const { release, prismaDir, remove } = await restoreRelease(databaseUrl, join(FOLDER, name));
    onTestFinished(remove);
    const { applied } = await migrateDatabase({ databaseUrl });
    expect(applied).toEqual(applied.filter((migration) => !release.migrations.includes(migration)));
    await expectWhole(databaseUrl);

    const back = migrateDatabase({ databaseUrl, prismaDir });
    if (applied.length > 0) await expect(back).rejects.toThrow('ALLOW_NEWER_DATABASE=true');
    expect(await migrateDatabase({ databaseUrl, prismaDir, allowNewerDatabase: true })).toEqual({
      applied: [],
    });
    expect(await migrateDatabase({ databaseUrl })).toEqual({ applied: [] });
    await expectWhole(databaseUrl);

    const { baseUrl } = await startServer(databaseUrl);
    const here = clientOf(baseUrl, release.apiKey);
    const closed = [];
    for await (const session of here.client.sessions.list({ status: 'closed' })) closed.push(session.id);
    expect(closed.length).toBeGreaterThan(1);
    for (const id of [...closed, await completeInspection(here)]) {
      const bundle = await (await here.client.evidence.downloadBundle(id)).arrayBuffer();
      const { verdict, fault, files } = await verifyEvidence(new Uint8Array(bundle));
      // No authority was asked, and none is trusted.
      expect({ verdict, fault }).toEqual({ verdict: 'intact', fault: null });
      expect(files.length).toBeGreaterThan(0);
    }
  },
);

const expectWhole = async (databaseUrl: string): Promise<void> => {
  const { exitCode, stdout } = await runAdmin(
    {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirOf(databaseUrl),
      MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      BASE_URL: 'http://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      ALLOW_NEWER_DATABASE: 'true',
    },
    'verify-restore',
    '--hash',
    '--json',
  );
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
};

const KEEP = process.env['KEEP_RELEASE'];

test.runIf(KEEP)('kept: what this release writes', async () => {
  const world = await openProcessWorld(cloneDatabase());
  onTestFinished(() => world.close());
  const { baseUrl } = await world.spawn('all', { REPORT_ANCHOR_WAIT: '1' });
  const here = clientOf(baseUrl, world.seed.apiKey);
  for (let count = 0; count < 2; count++) await completeInspection(here);
  await inspectSite(here);
  await here.client.sessions.create({ reference: 'not begun' });
  const file = join(FOLDER, `${basename(KEEP!)}.json.gz`);
  await writeFile(file, await keepRelease(world.databaseUrl, world.seed.apiKey));
  expect(readdirSync(FOLDER)).toContain(basename(file));
});
