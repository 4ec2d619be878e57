import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRaw } from '../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const PATH = '/api/v1/public/sessions';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const write = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${server.seed.apiKey}`, ...headers, '\r\n'].join(
    '\r\n',
  );
const JSON_OF = (length: number) => ['Content-Type: application/json', `Content-Length: ${length}`];

const ask = (line: string, body = '') =>
  sendRaw(server.baseUrl, write(line, ...JSON_OF(body.length), 'Connection: close') + body);

/** Goes away without a word once the bytes are on their way. */
const hangUp = (bytes: string) =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(server.baseUrl);
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes, () => socket.resetAndDestroy());
    });
    socket.on('error', () => {}).on('close', () => resolve());
  });

const askAll = () =>
  Promise.all([
    ask(`GET ${PATH}`),
    ask(`POST ${PATH}`, '[]'),
    ask('GET /nothing'),
    hangUp(`${write(`POST ${PATH}`, ...JSON_OF(900))}{"notes":"`),
    hangUp(write(`PATCH ${PATH}/x`, ...JSON_OF(900))),
    hangUp(write('GET /v1/openapi.json')),
    hangUp('GET /livez HTTP/1.1\r\nHost'),
  ]);

it.skipIf(process.platform !== 'linux')(
  'whatever requests held is let go, however they end: no socket and no file stays open',
  async () => {
    const countOpen = () => readdirSync('/proc/self/fd').length;
    // The connections to the database stay open, as many as were ever needed at once.
    for (let round = 0; round < 3; round++) await askAll();
    const before = countOpen();
    for (let round = 0; round < 15; round++) await askAll();
    await expect.poll(countOpen, { timeout: 10_000 }).toBeLessThan(before + 15);
  },
);
