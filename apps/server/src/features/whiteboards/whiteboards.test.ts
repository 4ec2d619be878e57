import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const drawingOf = (x: number) => ({
  width: 1280,
  height: 720,
  strokes: [
    {
      tool: 'line',
      color: '#d92d20',
      size: 6,
      points: [
        [100, 80],
        [x, 230],
      ],
    },
  ],
});

const draw = (device: JoinedDevice, x = 412) =>
  device.call('POST', '/whiteboards', { title: 'Crack', drawing: drawingOf(x) });

const get = (path: string, apiKey = server.seed.apiKey) =>
  fetch(`${server.baseUrl}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });

test('each version is kept as evidence with a hash of its own', async () => {
  const device = await joinSession(server);
  const { status, body } = await draw(device);
  expect([status, body['version']]).toEqual([201, 1]);
  const next = await device.call('PATCH', `/whiteboards/${String(body['id'])}`, {
    version: 1,
    drawing: drawingOf(500),
  });
  expect(next).toMatchObject({ status: 200, body: { version: 2, title: 'Crack' } });
  const versions = await server.context.database.prisma.evidence.findMany({
    where: { whiteboard_id: String(body['id']) },
    orderBy: { version: 'asc' },
  });
  expect(versions.map(({ version, kind, status }) => [version, kind, status])).toEqual([
    [1, 'whiteboard', 'ready'],
    [2, 'whiteboard', 'ready'],
  ]);
  expect(new Set(versions.map(({ sha256 }) => sha256)).size).toBe(2);
});

test('of two that save over the same version one wins, and the other is told which is the last', async () => {
  const device = await joinSession(server);
  const { body } = await draw(device);
  const save = (x: number) =>
    device.call('PATCH', `/whiteboards/${String(body['id'])}`, { version: 1, drawing: drawingOf(x) });
  const replies = await Promise.all([save(500), save(600)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = replies.find(({ status }) => status === 409);
  expect(lost?.body).toMatchObject({ code: 'version_conflict' });
  expect(lost?.body.detail).toContain('Version 2');
});

test('the export has the same bytes twice, as SVG and as PNG, and an older version on request', async () => {
  const device = await joinSession(server);
  const { body } = await draw(device);
  const id = String(body['id']);
  await device.call('PATCH', `/whiteboards/${id}`, { version: 1, drawing: drawingOf(700) });
  for (const [extension, mime] of [
    ['svg', 'image/svg+xml'],
    ['png', 'image/png'],
  ]) {
    const path = `/v1/whiteboards/${id}.${extension}`;
    const [first, second, older] = await Promise.all([get(path), get(path), get(`${path}?version=1`)]);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, mime]);
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Buffer.from(await older.arrayBuffer()).equals(bytes)).toBe(false);
  }
});

test('the list shows the whiteboards of a session, newest first, with where to export them', async () => {
  const device = await joinSession(server);
  const first = await draw(device);
  server.clock.advance(1000);
  const second = await draw(device, 500);
  const listed = (await (await get(`/v1/whiteboards?session_id=${device.sessionId}`)).json()) as {
    data: { id: string; svg_url: string }[];
  };
  expect(listed.data.map(({ id }) => id)).toEqual([second.body['id'], first.body['id']]);
  expect(listed.data[0]?.svg_url).toBe(`${server.baseUrl}/v1/whiteboards/${String(second.body['id'])}.svg`);
});

test('another organisation’s whiteboard is as missing as one that never was', async () => {
  const device = await joinSession(server);
  const { body } = await draw(device);
  const stranger = await seedOrganisation(server.context);
  const reply = await get(`/v1/whiteboards/${String(body['id'])}.png`, stranger.apiKey);
  expect(reply.status).toBe(404);
});

test('another session’s whiteboard can not be saved', async () => {
  const { body } = await draw(await joinSession(server));
  const stranger = await joinSession(server);
  const reply = await stranger.call('PATCH', `/whiteboards/${String(body['id'])}`, {
    version: 1,
    drawing: drawingOf(5),
  });
  expect(reply.status).toBe(404);
});

test('a drawing that is out of bounds is refused, naming what is wrong', async () => {
  const device = await joinSession(server);
  const drawing = { ...drawingOf(5), strokes: [{ tool: 'laser', color: 'red', size: 1, points: [] }] };
  expect(await device.call('POST', '/whiteboards', { drawing })).toMatchObject({
    status: 400,
    body: { code: 'validation_error' },
  });
});
