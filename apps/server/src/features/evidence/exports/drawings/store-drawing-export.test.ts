import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSession, type JoinedDevice } from '../../../../testing/join-session.ts';
import { runDueJobs } from '../../../../testing/run-due-jobs.ts';
import { runSweeps } from '../../../../testing/run-sweeps.ts';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server.ts';
import { takePhoto } from '../../../../testing/take-photo.ts';
import { nameObject } from '../name-object.ts';
import { storeDrawingExport } from './store-drawing-export.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const drawing = {
  width: 480,
  height: 640,
  strokes: [
    {
      tool: 'arrow',
      color: '#d92d20',
      size: 12,
      points: [
        [100, 320],
        [400, 320],
      ],
    },
  ],
};

const annotate = async () => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted' });
  const { body: photo } = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
  const reply = await device.call('POST', '/annotations', { evidence: photo['id'], drawing });
  expect(reply.status).toBe(201);
  return { device, photoId: String(photo['id']), id: String(reply.body['id']) };
};

const drawBoard = async (device: JoinedDevice) => {
  const { body } = await device.call('POST', '/whiteboards', { title: 'Crack', drawing });
  return String(body['id']);
};

const prisma = () => server.context.database.prisma;
const findRow = (where: { id: string } | { whiteboard_id: string }) =>
  prisma().evidence.findFirstOrThrow({ where, include: { derivatives: true } });

const get = async (path: string) => {
  const response = await fetch(`${server.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${server.seed.apiKey}` },
  });
  const { status, headers } = response;
  return { status, mime: headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
};
const getFile = ({ device, id }: { device: JoinedDevice; id: string }) =>
  get(`/v1/evidence/${device.sessionId}/files/${id}?variant=display`);

test('the picture of an annotation is made once: what is downloaded before it is kept and after it is the same', async () => {
  const annotation = await annotate();
  const before = await getFile(annotation);
  expect([before.status, before.mime]).toEqual([200, 'image/jpeg']);
  expect((await findRow({ id: annotation.id })).derivatives).toEqual([]);
  expect(await runDueJobs(server.context)).toContain('picture-drawing');
  const row = await findRow({ id: annotation.id });
  const [kept] = row.derivatives;
  expect(row.derivatives).toHaveLength(1);
  expect(kept).toMatchObject({
    variant: 'display',
    mime: 'image/jpeg',
    byte_size: BigInt(before.bytes.length),
  });
  const bytes = await buffer(await server.context.objects.get(nameObject({ ...row, sha256: kept!.sha256 })));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(kept!.sha256);
  expect(bytes.equals(before.bytes)).toBe(true);
  // Other bytes in place of the kept export show whether that is sent.
  const other = await server.context.objects.putContent(Buffer.from('kept'), {
    organisationId: row.organisation_id,
    ownerId: row.id,
  });
  await prisma().evidenceDerivative.updateMany({
    where: { evidence_id: row.id },
    data: { sha256: other.sha256, byte_size: other.byte_size },
  });
  expect((await getFile(annotation)).bytes.toString()).toBe('kept');
});

test('it shows the strokes over the photo', async () => {
  const annotation = await annotate();
  await runDueJobs(server.context);
  const { bytes } = await getFile(annotation);
  // The photo is 480 by 640 upright, and the canvas is drawn 2048 high.
  const at = async (left: number, top: number) => [
    ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
  ];
  const display = await getFile({ device: annotation.device, id: annotation.photoId });
  const photo = await sharp(display.bytes)
    .extract({ left: 10, top: 10, width: 1, height: 1 })
    .raw()
    .toBuffer();
  const near = (a: Iterable<number>, b: number[]) => [...a].every((value, i) => Math.abs(value - b[i]!) < 12);
  expect(near(await at(800, 1024), [0xd9, 0x2d, 0x20])).toBe(true);
  expect(near(await at(200, 200), [...photo])).toBe(true);
});

test('a whiteboard’s export is the picture that was kept of its version', async () => {
  const device = await joinSession(server);
  const id = await drawBoard(device);
  const before = await get(`/v1/whiteboards/${id}.png`);
  await runDueJobs(server.context);
  const { derivatives } = await findRow({ whiteboard_id: id });
  expect(derivatives).toMatchObject([{ variant: 'display', mime: 'image/png' }]);
  const after = await get(`/v1/whiteboards/${id}.png`);
  expect([after.mime, after.bytes.equals(before.bytes)]).toEqual(['image/png', true]);
  expect(derivatives[0]!.sha256).toBe(createHash('sha256').update(after.bytes).digest('hex'));
});

test('a kept picture whose bytes are lost is drawn again for who asks', async () => {
  const device = await joinSession(server);
  const id = await drawBoard(device);
  await runDueJobs(server.context);
  const row = await findRow({ whiteboard_id: id });
  const kept = await get(`/v1/whiteboards/${id}.png`);
  await server.context.objects.delete(nameObject({ ...row, sha256: row.derivatives[0]!.sha256 }));
  expect((await get(`/v1/whiteboards/${id}.png`)).bytes.equals(kept.bytes)).toBe(true);
});

test('of several that make it at once all answer with the one that is kept', async () => {
  const { id } = await annotate();
  const row = await findRow({ id });
  const made = await Promise.all([1, 2, 3].map(() => storeDrawingExport(server.context, row, 'display')));
  expect(new Set(made.map((each) => each!.sha256)).size).toBe(1);
  expect((await findRow({ id })).derivatives).toHaveLength(1);
});

test('a drawing is taken though its picture can not be made, and its chain entry is as ever', async () => {
  const device = await joinSession(server);
  await device.call('PATCH', '/consent', { camera: 'granted' });
  const { body: photo } = await device.send('/photos', await takePhoto(), { 'content-type': 'image/jpeg' });
  const { organisation_id, derivatives } = await findRow({ id: String(photo['id']) });
  const display = derivatives.find(({ variant }) => variant === 'display')!;
  await server.context.objects.delete(
    nameObject({ organisation_id, id: String(photo['id']), sha256: display.sha256 }),
  );
  const reply = await device.call('POST', '/annotations', { evidence: photo['id'], drawing });
  expect(reply.status).toBe(201);
  await expect(runDueJobs(server.context)).rejects.toThrow('There is no object');
  const entry = await prisma().auditEntry.findFirstOrThrow({
    where: {
      session_id: device.sessionId,
      payload: { path: ['evidence_id'], equals: String(reply.body['id']) },
    },
  });
  expect(entry.payload).toMatchObject({ evidence_kind: 'annotation', mime: 'application/json' });
  // Failed jobs of exports would run later, and fail every later test.
  await server.context.database.pool.query('delete from graphile_worker._private_jobs');
});

test('the sweep of objects leaves the pictures of drawings alone', async () => {
  const annotation = await annotate();
  await runDueJobs(server.context);
  const picture = await getFile(annotation);
  await runSweeps(server);
  const row = await findRow({ id: annotation.id });
  const key = nameObject({ ...row, sha256: row.derivatives[0]!.sha256 });
  expect((await buffer(await server.context.objects.get(key))).equals(picture.bytes)).toBe(true);
});

test('an annotation exports as SVG, too: its strokes over its photo, with the stamp; a photo has none', async () => {
  const { device, id, photoId } = await annotate();
  const path = `/v1/evidence/${device.sessionId}/files`;
  const { status, mime, bytes } = await get(`${path}/${id}?variant=svg`);
  expect([status, mime]).toEqual([200, 'image/svg+xml']);
  const svg = bytes.toString();
  expect(svg).toMatch(/^<svg /);
  expect(svg).toContain('data:image/jpeg;base64,');
  expect(svg).toContain('#d92d20');
  expect((await get(`${path}/${photoId}?variant=svg`)).status).toBe(404);
});
