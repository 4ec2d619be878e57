import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { FieldInspection, verifyWebhook } from '@field-inspection/sdk';
import { listenOnLoopback } from '@field-inspection/server/testing/listen-on-loopback';
import { openProcessWorld, type ProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { processEnv } from '@field-inspection/server/testing/process-env';
import type { SpawnedServer } from '@field-inspection/server/testing/spawn-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../packages/sdk/src/cli.ts', import.meta.url));
const WAIT = { timeout: 60_000 };

let world: ProcessWorld;
let server: SpawnedServer;
let home: string;
let client: FieldInspection;
const listeners: ChildProcess[] = [];

beforeAll(async () => {
  world = await openProcessWorld();
  server = await world.spawn('all');
  home = await mkdtemp(join(tmpdir(), 'fis-listen-'));
  client = new FieldInspection({ apiKey: world.seed.apiKey, baseUrl: server.baseUrl });
});
afterAll(async () => {
  for (const child of listeners) child.kill('SIGKILL');
  await world.close();
  await rm(home, { recursive: true, force: true });
});

const run = (...args: string[]) => {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: {
      ...processEnv(),
      XDG_CONFIG_HOME: home,
      FIELD_INSPECTION_API_KEY: world.seed.apiKey,
      FIELD_INSPECTION_BASE_URL: server.baseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  listeners.push(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return { child, lines, ended };
};

/**
 * The receiver has no TLS, as a developer's has none, and verifies each delivery by the secret that the program
 * printed.
 */
const openReceiver = async () => {
  const arrivals: number[] = [];
  let status = 204;
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    arrivals.push(verifyWebhook({ body, headers: request.headers, secrets: [secret()] }).sequence);
    response.writeHead(status).end(status === 204 ? undefined : '{"error":"no_match"}');
  });
  let printed: string[] = [];
  const secret = () => printed.find((line) => line.includes('whsec_'))!.match(/whsec_\S+/)![0];
  const { port, close } = await listenOnLoopback(receiver);
  return {
    arrivals,
    url: `http://127.0.0.1:${port}/hooks`,
    readSecretFrom: (lines: string[]) => (printed = lines),
    answer: (next: number) => (status = next),
    close,
  };
};

const untilReady = async ({ lines, ended }: Pick<ReturnType<typeof run>, 'lines' | 'ended'>) => {
  const refused = ended.then((code) => {
    throw new Error(`it ended with ${code}: ${lines.join('\n')}`);
  });
  await Promise.race([refused, expect.poll(() => lines.join('\n'), WAIT).toContain('whsec_')]);
};

test('listen: events come signed, in their order and without a gap, over kills of the program, of the service and a receiver that refuses; what comes twice is said', async ({
  onTestFinished,
}) => {
  const receiver = await openReceiver();
  onTestFinished(() => void receiver.close());
  const said: string[] = [];
  const start = async () => {
    const program = run('listen', '--forward-to', receiver.url, '--events', 'session.created');
    receiver.readSecretFrom(program.lines);
    await untilReady(program);
    return program;
  };
  const create = async (count: number) => {
    for (let index = 0; index < count; index++) await client.sessions.create({});
  };

  let program = await start();
  let created = 0;
  for (let round = 0; round < 4; round++) {
    const creating = create(10);
    await expect.poll(() => new Set(receiver.arrivals).size, WAIT).toBeGreaterThan(created + 2);
    program.child.kill('SIGKILL');
    await program.ended;
    said.push(...program.lines);
    program = await start();
    await creating;
    created += 10;
  }
  await expect.poll(() => new Set(receiver.arrivals).size, WAIT).toBe(created);

  receiver.answer(500);
  await create(3);
  await expect
    .poll(
      () =>
        program.lines.some((line) =>
          line.endsWith('500: tried again until it is taken. It said: {"error":"no_match"}'),
        ),
      WAIT,
    )
    .toBe(true);
  await server.kill('SIGKILL');
  receiver.answer(204);
  server = await world.spawn('all', {}, Number(new URL(server.baseUrl).port));
  created += 3;
  await expect.poll(() => new Set(receiver.arrivals).size, WAIT).toBe(created);
  program.child.kill('SIGINT');
  expect(await program.ended).toBe(0);
  said.push(...program.lines);

  // Apart from repetitions, arrivals are in order from 1 without a gap.
  const firsts = [...new Set(receiver.arrivals)];
  expect(firsts).toEqual(Array.from({ length: created }, (_, index) => index + 1));
  const twice = receiver.arrivals.length - firsts.length;
  const announced = said.filter((line) => /perhaps sent before|tried again until/.test(line)).length;
  expect(announced).toBeGreaterThanOrEqual(twice);
  expect(said.at(-1)).toBe(`Stopped after event ${created}. The next listen goes on from there.`);
});

test('--print-secret prints the secret that is kept, and nothing else, whether or not a listen runs', async () => {
  const listening = run('listen', '--forward-to', 'http://127.0.0.1:9/');
  await untilReady(listening);
  const [secret] = /whsec_\S+/.exec(listening.lines.join('\n'))!;
  const beside = run('listen', '--print-secret');
  expect([await beside.ended, beside.lines]).toEqual([0, [secret]]);
  listening.child.kill('SIGTERM');
  expect(await listening.ended).toBe(0);
  const alone = run('listen', '--print-secret');
  expect([await alone.ended, alone.lines]).toEqual([0, [secret]]);
});

test('two listens of one account: the second says that the first forwards these events already', async () => {
  const first = run('listen', '--forward-to', 'http://127.0.0.1:9/');
  await untilReady(first);
  const second = run('listen', '--forward-to', 'http://127.0.0.1:9/');
  expect(await second.ended).toBe(2);
  expect(second.lines[0]).toBe(`Another listen forwards these events already: process ${first.child.pid}.`);
  // The command line is right: showing its usage would hide the reason.
  expect(second.lines).toHaveLength(1);
  // fetch refuses to connect to port 9.
  await client.sessions.create({});
  await expect.poll(() => first.lines.join('\n'), WAIT).toContain('fetch does not connect to this port');
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
});

test('listen: a line says of each event its type, its session and what the receiver answered', async ({
  onTestFinished,
}) => {
  const receiver = await openReceiver();
  onTestFinished(() => void receiver.close());
  const listening = run('listen', '--forward-to', receiver.url);
  receiver.readSecretFrom(listening.lines);
  await untilReady(listening);
  const { id } = await client.sessions.create({});
  const line = new RegExp(`^\\d+  session\\.created  ${id}  204$`, 'm');
  await expect.poll(() => listening.lines.join('\n'), WAIT).toMatch(line);
  listening.child.kill('SIGTERM');
  expect(await listening.ended).toBe(0);
});

test('trigger: a sample of the named type reaches the receiver of listen, signed and marked as a test', async ({
  onTestFinished,
}) => {
  const receiver = await openReceiver();
  onTestFinished(() => void receiver.close());
  const listening = run('listen', '--forward-to', receiver.url, '--events', 'session.created');
  receiver.readSecretFrom(listening.lines);
  await untilReady(listening);
  const before = receiver.arrivals.length;
  const trigger = run('trigger', 'session.completed');
  expect(await trigger.ended).toBe(0);
  expect(trigger.lines[0]).toMatch(/^session\.completed is on its way: delivery /);
  await expect.poll(() => receiver.arrivals.length, WAIT).toBeGreaterThan(before);
  await expect.poll(() => listening.lines.join('\n'), WAIT).toMatch(/session\.completed +[\w-]+ +204/);
  listening.child.kill('SIGTERM');
  expect(await listening.ended).toBe(0);
});
