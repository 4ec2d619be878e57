import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../../../platform/logger.ts';
import { openUploader } from '../../../testing/open-uploader.ts';
import { sendRaw } from '../../../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import { DRAIN_BYTES, DRAIN_MS } from '../close-early.ts';
import { BODY_MS } from '../limit-times.ts';

const logLines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  // Express writes stacks to stderr, unless it knows that it is tested.
  vi.stubEnv('NODE_ENV', 'production');
  server = await startTestServer(
    {},
    { log: createLogger('info', { write: (line) => void logLines.push(line) }) },
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const ROUTES: [string, string, number][] = [
  ['POST', '/nothing/here', 404],
  ['POST', '/api/v1/public/sessions', 401],
  ['PATCH', '/v1/field/consent', 401],
  ['POST', '/v1/field/photos', 401],
  ['POST', '/v1/field/uploads', 401],
  ['PUT', '/docs', 405],
  ['GET', '/livez', 200],
  ['GET', '/join/x', 200],
];

const openSocket = (): { socket: Socket; answer: () => string; closed: Promise<void> } => {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => {});
  return {
    socket,
    answer: () => answer,
    closed: new Promise((resolve) => socket.on('close', () => resolve())),
  };
};
const headOf = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '\r\n'].join(
    '\r\n',
  );

describe.each(ROUTES)('%s %s, answered with %i before its body has come', (method, path, status) => {
  it('ends its connection within seconds, however slowly a body without end drips', async () => {
    const { socket, answer, closed } = openSocket();
    socket.write(headOf(method, path, 'Transfer-Encoding: chunked') + '1\r\n \r\n');
    const begun = performance.now();
    const drip = setInterval(() => socket.write('1\r\n \r\n'), 100);
    await closed;
    clearInterval(drip);
    expect(performance.now() - begun).toBeLessThan(DRAIN_MS + 2_000);
    expect(answer()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer()).toMatch(/\r\nConnection: close\r\n/i);
  });

  it('reads little of a body that is declared large, and its reply is not lost', async () => {
    const { socket, answer, closed } = openSocket();
    socket.write(headOf(method, path, 'Content-Length: 10000000000'));
    const piece = Buffer.alloc(256 * 1024, 0x20);
    let sent = 0;
    const pump = (): void => {
      if (socket.destroyed) return;
      sent += piece.length;
      socket.write(piece, () => setImmediate(pump));
    };
    pump();
    await closed;
    expect(answer()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    // The kernel's buffers on both sides come on top of the bytes that the server reads.
    expect(sent).toBeLessThan(DRAIN_BYTES + 32 * 1024 * 1024);
  });
});

it.each(ROUTES)(
  'keeps the connection of a request whose body has come: %s %s',
  async (method, path, status) => {
    const request = headOf(method, path, 'Content-Length: 2');
    const last = headOf(method, path, 'Content-Length: 2', 'Connection: close');
    const answer = await sendRaw(server.baseUrl, `${request}{}${last}{}`);
    expect(answer.match(new RegExp(`HTTP/1\\.1 ${status} `, 'g'))).toHaveLength(2);
  },
);

it('a client that sends its whole body meanwhile is let go at once', async () => {
  const { socket, answer, closed } = openSocket();
  socket.write(headOf('POST', '/nothing', 'Content-Length: 1000'));
  await vi.waitFor(() => expect(answer()).toContain('404'), 30_000);
  const begun = performance.now();
  socket.write(' '.repeat(1000));
  await closed;
  expect(performance.now() - begun).toBeLessThan(DRAIN_MS / 2);
});

describe.each(['is cut off', 'does not come in time'])('a body that %s', (what) => {
  const LINE = { level: 'info', msg: 'request', request_id: expect.stringMatching(/^req_/) };

  it.each([
    ['POST', '/api/v1/public/sessions', 'application/json'],
    ['PATCH', '/v1/field/consent', 'application/json'],
    ['POST', '/v1/field/photos', 'image/jpeg'],
    ['PATCH', '/v1/field/uploads/', 'application/offset+octet-stream'],
  ])('is one line of the log, and nothing on stderr: %s %s', async (method, path, type) => {
    const uploader = openUploader(server);
    const device = await uploader.joinWithConsent();
    const { url } = await uploader.begin(device, 1_000);
    const address = path.endsWith('/') ? new URL(url).pathname : path;
    const token = path.startsWith('/api') ? server.seed.apiKey : device.token;
    const words = [vi.spyOn(process.stderr, 'write'), vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    logLines.length = 0;
    const { socket, answer, closed } = openSocket();
    const headers = [`Authorization: Bearer ${token}`, 'Tus-Resumable: 1.0.0', 'Upload-Offset: 0'];
    const head = headOf(method, address, ...headers, 'Content-Length: 1000');
    socket.write(head.replace('application/json', type) + '{"notes"');
    await sleep(300);
    if (what === 'is cut off') socket.destroy();
    else vi.advanceTimersByTime(BODY_MS);
    await closed;
    await sleep(500);
    if (what !== 'is cut off') expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
    expect(logLines.map((line) => JSON.parse(line) as unknown)).toMatchObject([LINE]);
    expect(words.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
