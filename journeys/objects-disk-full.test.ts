import { createHash } from 'node:crypto';
import { open, readdir, rm, utimes } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { FieldInspection } from '@field-inspection/sdk';
import { dataDirOf } from '@field-inspection/server/testing/data-dir-of';
import { joinSession, type JoinedDevice } from '@field-inspection/server/testing/join-session';
import { canMountSmallDisk } from '@field-inspection/server/testing/on-small-disk';
import { encodeMetadata } from '@field-inspection/server/testing/open-uploader';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MIB = 1024 * 1024;
const THREE_DAYS_MS = 3 * 86_400_000;
// A folder with less than 50 MiB of free room is not ready.
const DISK_BYTES = 72 * MIB;
const PATIENCE = { timeout: 60_000, interval: 250 };
const FULL = {
  status: 503,
  body: { code: 'unavailable', detail: expect.stringMatching(/\w+ \w+/) as string },
};

const REASON = canMountSmallDisk ? '' : ' (skipped: this machine lets nobody mount a small disk)';

describe.skipIf(!canMountSmallDisk)(`when the disk under the objects is full${REASON}`, () => {
  let world: ProcessWorld;
  let server: SpawnedServer;
  let client: FieldInspection;
  let device: JoinedDevice;
  let disk: string;

  beforeAll(async () => {
    world = await openProcessWorld();
    server = await world.spawnOnSmallDisk('all', DISK_BYTES);
    disk = join(`/proc/${server.pid}/root`, dataDirOf(world.databaseUrl), 'objects');
    client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl });
    device = await joinSession({ client, baseUrl: server.baseUrl });
    await device.call('PATCH', '/consent', { camera: 'granted', recording: 'granted' });
  });
  afterAll(() => world.close());

  const listEvidence = async () =>
    (await client.evidence.list()).data.filter(({ status }) => status === 'ready');

  test('photos, uploads and reports wait in words, nothing half is evidence, all else goes on; with room again the same calls succeed, and no file is left that no row names', async ({
    annotate,
  }) => {
    const photo = await takePhoto({ width: 1_600, height: 1_200 });
    const half = Math.floor(photo.length / 2);
    const upload = await begin(device, server, { size: photo.length });
    expect((await send(device, upload, { bytes: photo.subarray(0, half), offset: 0 })).status).toBe(204);

    const operator = { token: world.seed.apiKey };
    const recording = await begin(operator, server, { size: 5 * MIB, recordingOf: device.sessionId });

    const filler = await fillDisk(disk);
    const keyed = { 'content-type': 'image/jpeg', 'idempotency-key': 'photo-on-a-full-disk' };
    const other = await takePhoto();
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await device.send('/photos', other, keyed)).toMatchObject(FULL);
    }
    expect((await send(device, upload, { bytes: photo.subarray(half), offset: half })).status).toBe(503);
    expect((await send(operator, recording, { bytes: Buffer.alloc(MIB), offset: 0 })).status).toBe(503);
    expect(await listEvidence()).toEqual([]);

    const waiting = await client.sessions.create({ notes: 'Roof' });
    await client.sessions.end(waiting.id);
    await expect.poll(() => server.lines.join('\n'), PATIENCE).toMatch(/ENOSPC.*a report could not be made/);
    expect(await client.sessions.get(waiting.id)).toMatchObject({ status: 'closed' });
    await expect
      .poll(async () => (await fetch(`${server.baseUrl}/readyz`)).text(), PATIENCE)
      .toBe('unavailable\nobjects has no room left on its disk (ENOSPC)\n');

    await rm(filler);
    // The next try may be a minute away.
    await world.context.database.pool.query('update graphile_worker._private_jobs set run_at = now()');
    const again = await Promise.all([1, 2].map(() => device.send('/photos', other, keyed)));
    expect(again.map(({ status }) => status).toSorted()).toContain(201);
    const offset = await offsetOf(device, upload);
    expect(offset).toBe(half);
    expect((await send(device, upload, { bytes: photo.subarray(offset), offset })).status).toBe(204);
    await expect.poll(async () => (await listEvidence()).length, PATIENCE).toBe(2);
    await expect
      .poll(async () => (await client.reports.list(waiting.id)).data.map(({ status }) => status), PATIENCE)
      .toEqual(['ready']);
    await expect.poll(async () => (await fetch(`${server.baseUrl}/readyz`)).status, PATIENCE).toBe(200);

    // The stored bytes are whole.
    for (const { id, sha256 } of await listEvidence()) {
      const file = await client.evidence.download(device.sessionId, id);
      expect(
        createHash('sha256')
          .update(Buffer.from(await file.arrayBuffer()))
          .digest('hex'),
      ).toBe(sha256);
    }
    await sweep(world, disk);
    // The sweep also removes the unfinished recording.
    await expect.poll(() => listLeft(world, disk), PATIENCE).toEqual([]);
    expect(await readdir(join(disk, '.partial'))).toEqual([]);
    expect(await Promise.race([server.exited, 'alive'])).toBe('alive');
    await annotate(
      '0 of 2 photos, 1 report and 1 recording kept by half; 0 files that no row names',
      'figure',
    );
  });
});

/** Takes all room that is left, and gives the file that does. */
const fillDisk = async (dir: string): Promise<string> => {
  const file = join(dir, '.filler');
  const handle = await open(file, 'w');
  for (const size of [MIB, 4_096]) {
    for (;;) {
      const isFull = await handle.write(Buffer.alloc(size, 1)).then(
        ({ bytesWritten }) => bytesWritten < size,
        (error: NodeJS.ErrnoException) => error.code === 'ENOSPC',
      );
      if (isFull) break;
    }
  }
  await handle.close();
  return file;
};

const sweep = async ({ context }: ProcessWorld, dir: string): Promise<void> => {
  const before = new Date(Date.now() - THREE_DAYS_MS);
  for (const file of await listFiles(dir)) await utimes(join(dir, file), before, before);
  const { pool } = context.database;
  await pool.query("update evidence set created_at = $1 where status = 'uploading'", [before]);
  for (const job of ['sweep-uploads', 'sweep-abandoned-uploads', 'sweep-objects']) {
    await pool.query("select graphile_worker.add_job($1, '{}'::json)", [job]);
  }
};

const listFiles = async (dir: string): Promise<string[]> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(relative(dir, parentPath), name));
};

const listLeft = async ({ context }: ProcessWorld, dir: string): Promise<string[]> => {
  const { prisma } = context.database;
  const rows = await prisma.evidence.findMany({ include: { derivatives: true } });
  const reports = await prisma.report.findMany({ where: { status: 'ready' } });
  const named = new Set(
    [...reports, ...rows.flatMap((row) => [row, ...row.derivatives])].map(({ sha256 }) => sha256),
  );
  return (await listFiles(dir)).filter((file) => !named.has(basename(file)));
};

type Sender = Pick<JoinedDevice, 'token'>;

const tus = (device: Sender, method: string, url: string, init: RequestInit = {}) =>
  fetch(url, {
    ...init,
    method,
    headers: {
      authorization: `Bearer ${device.token}`,
      'tus-resumable': '1.0.0',
      ...(init.headers as Record<string, string>),
    },
  });

/** The upload is a recording if a session is named. */
const begin = async (
  sender: Sender,
  { baseUrl }: SpawnedServer,
  { size, recordingOf }: { size: number; recordingOf?: string },
): Promise<string> => {
  const metadata = recordingOf
    ? { filetype: 'video/webm', session: recordingOf }
    : { filetype: 'image/jpeg' };
  const begun = await tus(sender, 'POST', `${baseUrl}/v1/field/uploads`, {
    headers: { 'upload-length': String(size), 'upload-metadata': encodeMetadata(metadata) },
  });
  expect(begun.status).toBe(201);
  return begun.headers.get('location')!;
};

const offsetOf = async (device: Sender, url: string): Promise<number> =>
  Number((await tus(device, 'HEAD', url)).headers.get('upload-offset'));

const send = (device: Sender, url: string, { bytes, offset }: { bytes: Uint8Array; offset: number }) =>
  tus(device, 'PATCH', url, {
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: Buffer.from(bytes),
  });
