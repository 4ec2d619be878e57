import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSeal } from '../../apps/server/src/testing/create-test-seal.ts';
import { joinByLink } from '../../apps/server/src/testing/join-by-link.ts';
import { runDueJobs } from '../../apps/server/src/testing/run-due-jobs.ts';
import { startStripeServer, type StripeServer } from '../../apps/server/src/testing/start-stripe-server.ts';
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts';
import { takePhoto } from '../../apps/server/src/testing/take-photo.ts';
import { writeBundleFiles } from '../../packages/sdk/consumers/write-bundle-files.ts';
import { writeReportFiles } from '../../packages/sdk/consumers/write-report-files.ts';
import { openFieldSession } from '../../packages/sdk/src/field.ts';
import type { FakeFault } from '../../packages/sdk/src/testing.ts';
import { openBlockRunner } from '../code-blocks/open-block-runner.ts';
import { isReceiver, readCodeBlocks, readPromises, type Block } from '../code-blocks/read-code-blocks.ts';
import { serveFake } from '../code-blocks/serve-fake.ts';

/*
 * Every block that is a client is run as it stands against the real service, and must not throw. A block that exports
 * a function is called as CALLS says. What shows how to take a failure is run again against a fake that fails.
 */
const blocks = readCodeBlocks().filter((block) => block.language === 'ts' && !isReceiver(block));

let server: TestServer;
let stripe: StripeServer;
let runner: ReturnType<typeof openBlockRunner>;
let openSession: string;
let frozenSession: string;
let fieldLink: string;
let fieldToken: string;
beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({}, { demoSigner: createTestSeal().seal, billing: stripe.billing });
  runner = openBlockRunner();
  const { client } = server;
  ({ id: openSession } = await client.sessions.create());
  const { body: joined } = await joinByLink((await client.participants.create(openSession)).join_url);
  fieldLink = (await client.participants.create(openSession)).join_url;
  fieldToken = joined.field_session_token;
  const field = openFieldSession({ token: fieldToken, baseUrl: server.baseUrl });
  await field.updateConsent({ camera: 'granted' });
  await field.evidence.createPhoto(await takePhoto());
  await writeFile(join(runner.folder, 'roof.jpg'), await takePhoto());
  for (let count = 0; count < 2; count++) await client.sessions.end((await client.sessions.create()).id);
  await client.campaigns.create({ name: 'Roofs' });
  ({ id: frozenSession } = await client.sessions.end((await client.sessions.create()).id));
  await runDueJobs(server.context);
  await writeBundleFiles(runner.folder);
  await writeReportFiles(runner.folder);
});
beforeEach(async () => {
  // A block that lists the newest first finds its own: the clock stands still otherwise, and two were of one instant.
  server.clock.advance(1);
  // A block that downloads a report writes it under the same name.
  await writeReportFiles(runner.folder);
});
afterAll(async () => {
  runner.close();
  await server.close();
  await stripe.close();
});

/** How an exported function is called, and what the console shows then. */
const CALLS: Record<string, { code: string; printed: unknown[] }> = {
  inspectOrder: {
    code: `const order = { id: '4711', address: 'Main Street 1' };
      console.log((await inspectOrder(order)).id === (await inspectOrder(order)).id);`,
    printed: ['true'],
  },
  endSession: {
    code: `const { id } = await client.sessions.create();
      console.log(await endSession(id), await endSession(id), await endSession(crypto.randomUUID()));`,
    printed: ['ended ended gone'],
  },
  createSession: {
    code: `console.log(await createSession('Roof'), Object.keys(await createSession('x'.repeat(4001))));`,
    printed: ["{} [ 'body.notes' ]"],
  },
  createSessions: {
    code: `const orders = [{ id: '1', address: 'A' }, { id: '2', address: 'B' }];
      await createSessions(orders);
      await createSessions(orders);`,
    printed: ['A', 'B', 'A', 'B'].map(
      (notes) => expect.stringMatching(new RegExp(`^${notes} [0-9a-f-]{36}$`)) as string,
    ),
  },
  fetchNewSessions: {
    code: `const all = await fetchNewSessions('2020-01-01T00:00:00Z', new Set());
      const known = new Set(all.slice(1).map(({ id }) => id));
      console.log(all.length > 2, (await fetchNewSessions('2020-01-01T00:00:00Z', known)).length);`,
    printed: ['true 1'],
  },
  describe: {
    code: `const client = new (await import('@field-inspection/sdk')).FieldInspection();
      console.log(describe(await client.sessions.get(process.env.OPEN_SESSION!)));`,
    printed: ['live'],
  },
  readEvents: {
    code: `const { id, signing_secret } = await client.webhookEndpoints.create({ kind: 'pull' });
      await client.sessions.create();
      const ending = new AbortController();
      const { log } = console;
      console.log = (...printed) => (log(...printed), ending.abort());
      await readEvents(id, signing_secret, ending.signal);`,
    printed: ['1 session.created'],
  },
  enter: {
    code: `console.log(await enter(process.env.JOIN_URL!));
      console.log(await enter(process.env.JOIN_URL!.slice(0, -1)));`,
    printed: [expect.stringMatching(/^Welcome to ./) as string, 'Ask for a new link'],
  },
  recordCamera: {
    code: `const client = new (await import('@field-inspection/sdk')).FieldInspection();
      const { joinSession } = await import('@field-inspection/sdk/field');
      const { id } = await client.sessions.create();
      const joined = await joinSession((await client.participants.create(id)).join_url);
      if (joined.status === 'joined') await joined.field.updateConsent({ recording: 'granted', gps: 'granted' });
      await client.sessions.startRecording(id);
      const camera = async function* () {
        yield* ['a', 'film'].map((text) => new TextEncoder().encode(text));
      };
      console.log((await recordCamera(id, camera())).status);`,
    printed: ['pending'],
  },
  verifySession: {
    code: `console.log(await verifySession(process.env.FROZEN_SESSION!));
      console.log(await verifySession(process.env.OPEN_SESSION!));`,
    printed: ['intact', 'not frozen yet'],
  },
};

const exportedName = ({ code }: Block) => /^export (?:async )?function (\w+)/m.exec(code)?.[1];
const findBlock = (part: string) => {
  const found = blocks.filter(({ code }) => code.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} blocks have ${part}`);
  return found[0]!;
};
const runAtServer = (code: string) =>
  runner.run(code.replaceAll('http://127.0.0.1:3000', server.baseUrl), {
    FIELD_INSPECTION_BASE_URL: server.baseUrl,
    FIELD_INSPECTION_API_KEY: server.seed.apiKey,
    OPEN_SESSION: openSession,
    FROZEN_SESSION: frozenSession,
    JOIN_URL: fieldLink,
    FIELD_TOKEN: fieldToken,
  });

describe('runs against the real service, and prints what it promises:', () => {
  it.each(blocks.map((block) => [block.name, block] as const))('%s', async (_, block) => {
    const call = CALLS[exportedName(block) ?? ''];
    if (exportedName(block)) expect(call).toBeDefined();
    const { printed, requests, error } = await runAtServer(`${block.code}\n${call?.code ?? ''}`);
    expect(error).toBeNull();
    if (call) expect(printed).toEqual(call.printed);
    const promises = readPromises(block.code);
    for (const promise of promises)
      expect(printed.filter((line) => promise === line || promise.startsWith(`${line},`))).not.toEqual([]);
    expect(requests.length + promises.length).toBeGreaterThan(0);
  });

  it('all of them', () => {
    expect(blocks.length).toBeGreaterThan(30);
  });
});

describe('with something to see', () => {
  it('iterates the sessions that are open', async () => {
    const { printed } = await runAtServer(findBlock('session.started_at').code);
    expect(printed).toEqual([expect.stringContaining(openSession)]);
  });

  it('goes on from a cursor that was saved', async () => {
    const { code } = findBlock('const saved = first.nextCursor');
    const { printed } = await runAtServer(code.replaceAll('limit: 100', 'limit: 1'));
    expect(printed).toEqual(['1']);
  });

  it('archives each closed session once, in any number of runs', async () => {
    const { code } = findBlock("'archived'");
    rmSync(join(runner.folder, 'checkpoint'), { force: true });
    const closed = await server.client.sessions.list({ status: 'closed' }).toArray({ limit: 1_000 });
    const first = await runAtServer(code);
    expect(first.printed).toEqual(closed.map(({ id }) => `archived ${id}`));
    expect((await runAtServer(code)).printed).toEqual([]);
  });
});

const rateLimited = (retryAfterSeconds: number): FakeFault => ({ kind: 'rate_limited', retryAfterSeconds });
const times = (count: number, kind: 'lost_reply' | 'network_error'): FakeFault[] =>
  Array(count).fill({ kind });
const slow: FakeFault = { kind: 'slow', delayMs: 60_000 };

describe('takes a failure as it says:', () => {
  it.each<
    [
      string,
      { find: string; replace?: [string, string]; call?: string; faults: FakeFault[]; printed: RegExp },
    ]
  >([
    [
      '429 with a long wait',
      { find: 'maxRetryAfterMs: 5_000', faults: [rateLimited(30)], printed: /^again in 30000 ms$/ },
    ],
    [
      '429 in the README',
      { find: 'come back in', faults: [rateLimited(3_600)], printed: /^come back in 3600000 ms$/ },
    ],
    [
      'an end that has to wait',
      {
        find: 'function endSession',
        call: 'console.log(await endSession(crypto.randomUUID()));',
        faults: [rateLimited(3_600)],
        printed: /^later$/,
      },
    ],
    [
      'an end without a connection',
      {
        find: 'function endSession',
        call: 'console.log(await endSession(crypto.randomUUID()));',
        faults: times(3, 'network_error'),
        printed: /^later$/,
      },
    ],
    [
      'a signal',
      {
        find: 'AbortSignal.timeout(5_000)',
        replace: ['5_000', '50'],
        faults: [slow],
        printed: /^gave up after 5 s/,
      },
    ],
    [
      'a deadline',
      {
        find: 'deadlineMs: 10_000',
        replace: ['deadlineMs: 10_000', 'deadlineMs: 50'],
        faults: [slow],
        printed: /^not done within 10 s/,
      },
    ],
  ])('%s', async (_, { find, replace: [old, instead] = ['', ''], call = '', faults, printed }) => {
    const { service, baseUrl, apiKey, close } = await serveFake();
    service.failNext(...faults);
    const code = `${findBlock(find).code.replace(old, instead)}\n${call}`;
    const report = await runner.run(code, {
      FIELD_INSPECTION_BASE_URL: baseUrl,
      FIELD_INSPECTION_API_KEY: apiKey,
    });
    close();
    expect(report).toMatchObject({ error: null, printed: [expect.stringMatching(printed)] });
    expect(report.requests).toHaveLength(faults.length);
  });

  it('replies that are lost: the second call has the same key, and one session is there', async () => {
    const { service, baseUrl, apiKey, close } = await serveFake();
    service.failNext(...times(3, 'lost_reply'));
    const { error } = await runner.run(findBlock('Perhaps it took effect').code, {
      FIELD_INSPECTION_BASE_URL: baseUrl,
      FIELD_INSPECTION_API_KEY: apiKey,
    });
    close();
    expect(error).toBeNull();
    expect(service.sessions()).toHaveLength(1);
    const keys = service.requests.map(({ idempotencyKey }) => idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
  });

  it.each(['goes on ${sunset', 'may be gone from'])('a route that will go: %s', async (find) => {
    const headers = {
      deprecation: '@1795132800',
      sunset: 'Sat, 20 Nov 2027 00:00:00 GMT',
      link: '<https://example.com/upgrading>; rel="deprecation"',
    };
    const { baseUrl, apiKey, close } = await serveFake({ headers });
    const { printed, error } = await runner.run(findBlock(find).code, {
      FIELD_INSPECTION_BASE_URL: baseUrl,
      FIELD_INSPECTION_API_KEY: apiKey,
    });
    close();
    expect(error).toBeNull();
    expect(printed[0]).toMatch(
      /^GET \/api\/v1\/public\/sessions .*2027-11-20T00:00:00.000Z.*https:\/\/example.com\/upgrading$/,
    );
  });
});
