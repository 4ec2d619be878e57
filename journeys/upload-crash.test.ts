import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyChain, type AuditEntry } from '@field-inspection/evidence';
import { joinSession, type JoinedDevice } from '@field-inspection/server/testing/join-session';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { runSweeps } from '@field-inspection/server/testing/run-sweeps';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { FieldInspection } from '@field-inspection/sdk';
import { expect, test } from 'vitest';

const SESSIONS = 4;
const UPLOADS = 50;
const KILLS = 20;
const PARALLEL = 6;
/** Guard against hanging: a try at a dead server is repeated at once. */
const PATIENCE_MS = 240_000;

test('20 times kill -9 spread at random over 200 uploads: no row without bytes, no bytes that a sweep does not find, chain valid', async ({
  onTestFinished,
}) => {
  const world = await openProcessWorld();
  onTestFinished(() => world.close());
  const running = { server: await world.spawn('api'), kills: 0 };
  const client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: running.server.baseUrl });
  const devices: JoinedDevice[] = [];
  for (let index = 0; index < SESSIONS; index++) {
    const device = await joinSession({ client, baseUrl: running.server.baseUrl });
    await device.call('PATCH', '/consent', { camera: 'granted' });
    devices.push(device);
  }

  const killing = killAtRandom(world, running);
  // A test that fails ends its world, beneath which nothing may start another server.
  onTestFinished(() => {
    running.kills = KILLS;
    return killing;
  });
  const wanted = devices.flatMap((device) => Array.from({ length: UPLOADS }, () => device));
  let begun = 0;
  const ids = await inParallel(wanted, async (device) => {
    // Waits for its kill, so that a fast machine is not done before the last kill.
    const position = ++begun;
    while (position > (running.kills + 1) * (wanted.length / KILLS)) await sleep(10);
    return uploadPhoto(device, running.server.baseUrl);
  });
  await killing;

  const leftovers = await runSweeps(world);
  expect(new Set(ids).size).toBe(SESSIONS * UPLOADS);
  const rows = await world.context.database.prisma.evidence.findMany({ include: { derivatives: true } });
  const ready = rows.filter(({ status }) => status === 'ready');
  expect(new Set(ready.map(({ id }) => id))).toEqual(new Set(ids));
  for (const row of ready) {
    for (const { sha256 } of [row, ...row.derivatives]) {
      const key = `${row.organisation_id}/${row.id}/${sha256!}`;
      const hash = createHash('sha256');
      for await (const chunk of await world.context.objects.get(key)) hash.update(chunk as Buffer);
      expect(hash.digest('hex')).toBe(sha256);
    }
  }
  expect(leftovers).toEqual([]);
  for (const { sessionId } of devices) await expectValidChain(world, sessionId);
});

const inParallel = async <Item, Result>(items: Item[], work: (item: Item) => Promise<Result>) => {
  const results: Result[] = [];
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return results;
};

const killAtRandom = async (
  world: ProcessWorld,
  running: { server: SpawnedServer; kills: number },
): Promise<void> => {
  const port = Number(new URL(running.server.baseUrl).port);
  while (running.kills < KILLS) {
    await sleep(30 + Math.random() * 300);
    await running.server.kill('SIGKILL');
    running.server = await world.spawn('api', {}, port);
    running.kills += 1;
  }
};

/** Uploads in two parts, and gives the id. Like a phone that lost a reply, it asks for the offset and goes on. */
const uploadPhoto = async (device: JoinedDevice, baseUrl: string): Promise<string> => {
  const photo = await takePhoto({ width: 320, height: 240 });
  const deadline = Date.now() + PATIENCE_MS;
  let url: string | undefined;
  let failure: unknown;
  for (;;) {
    if (Date.now() > deadline) throw new Error('the upload did not get through', { cause: failure });
    try {
      url ??= await begin(device, baseUrl, photo.length);
      const offset = await offsetOf(device, url);
      if (offset === photo.length && (await isReady(device, url))) return url.split('/').at(-1)!;
      if (offset < photo.length) await send(device, url, { photo, offset });
    } catch (error) {
      failure = error;
      await sleep(20);
    }
  }
};

const tus = (device: JoinedDevice, method: string, url: string, init: RequestInit = {}) =>
  fetch(url, {
    ...init,
    method,
    headers: {
      authorization: `Bearer ${device.token}`,
      'tus-resumable': '1.0.0',
      ...(init.headers as Record<string, string>),
    },
  });

const begin = async (device: JoinedDevice, baseUrl: string, size: number): Promise<string> => {
  const response = await tus(device, 'POST', `${baseUrl}/v1/field/uploads`, {
    headers: {
      'upload-length': String(size),
      'upload-metadata': `filetype ${Buffer.from('image/jpeg').toString('base64')}`,
    },
  });
  const location = response.headers.get('location');
  if (!location) throw new Error(`no upload: ${response.status}`);
  return location;
};

const offsetOf = async (device: JoinedDevice, url: string): Promise<number> => {
  const response = await tus(device, 'HEAD', url);
  if (!response.ok) throw new Error(`no offset: ${response.status}`);
  return Number(response.headers.get('upload-offset'));
};

// A sweep finishes the upload if the server died with all bytes there.
const isReady = async (device: JoinedDevice, url: string): Promise<boolean> => {
  const response = await tus(device, 'HEAD', url);
  return response.ok;
};

const send = async (
  device: JoinedDevice,
  url: string,
  { photo, offset }: { photo: Buffer; offset: number },
) => {
  const end = offset === 0 ? Math.ceil(photo.length / 2) : photo.length;
  await tus(device, 'PATCH', url, {
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: photo.subarray(offset, end) as unknown as ArrayBuffer,
  });
};

const expectValidChain = async (world: ProcessWorld, sessionId: string) => {
  const entries = (await world.context.database.prisma.auditEntry.findMany({
    where: { session_id: sessionId },
    select: { sequence: true, kind: true, occurred_at: true, payload: true, prev_hash: true, hash: true },
    orderBy: { sequence: 'asc' },
  })) as AuditEntry[];
  expect(await verifyChain(entries)).toMatchObject({ valid: true });
  const captured = entries
    .filter(({ kind }) => kind === 'evidence.captured')
    .map(({ payload }) => (payload as { evidence_id: string }).evidence_id);
  expect(captured).toHaveLength(UPLOADS);
  expect(new Set(captured).size).toBe(UPLOADS);
};
