import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verifyTimestamp } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { Context } from '../../context.ts';
import { openDemoTimestampAuthority } from '../../platform/demo-authority/open-demo-timestamp-authority.ts';
import { askAuthority } from '../../platform/tsa-client/ask-authority.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import {
  startTimestampAuthority,
  type Lie,
  type TimestampAuthorityServer,
} from '../../testing/start-timestamp-authority.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { anchorChain } from './anchor-chain.job.ts';
import { freezeChain } from './freeze-chain.job.ts';
import { getEvidenceSummary } from './get-evidence-summary.ts';

const run = promisify(execFile);
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let server: TestServer;
/** Two authorities; their clocks are the server's. */
let good: TimestampAuthorityServer;
let other: TimestampAuthorityServer;
let sessionId: string;

beforeAll(async () => {
  const clock = { now: () => server.clock.now() };
  [good, other] = await Promise.all([startTimestampAuthority(clock), startTimestampAuthority(clock)]);
  server = await startTestServer({ TSA_URLS: `${good.url},${other.url}` });
});
afterAll(async () => {
  await server.close();
  await Promise.all([good.close(), other.close()]);
});
beforeEach(async () => {
  other.answer(undefined);
  await server.context.database.pool.query('delete from graphile_worker._private_jobs');
  sessionId = (await server.client.sessions.create({ notes: 'roof' })).id;
});

const endSession = async () => {
  const session = await server.client.sessions.end(sessionId);
  server.clock.advance(MINUTE_MS);
  return session;
};
const summarize = () =>
  getEvidenceSummary(server.context, { organisationId: server.seed.organisationId, sessionId });
const readAnchor = async ({ url }: { url: string }) =>
  (await summarize()).anchors.find(({ authority }) => authority === url)!;
const keyOf = (authority: string) => ({
  organisation_id: server.seed.organisationId,
  session_id: sessionId,
  authority,
});
const readRow = (authority: string) =>
  server.context.database.prisma.anchor.findUniqueOrThrow({
    where: { organisation_id_session_id_authority: keyOf(authority) },
  });
const listEvents = () =>
  server.context.database.prisma.event.findMany({
    where: { session_id: sessionId, type: 'session.anchored' },
    orderBy: { id: 'asc' },
  });
const countJobs = async () => {
  const { rows } = await server.context.database.pool.query<{ count: number }>(
    'select count(*)::int as count from graphile_worker._private_jobs',
  );
  return rows[0]!.count;
};
const headOf = async () => Uint8Array.from(Buffer.from((await summarize()).audit_chain_hash!, 'hex'));

describe('anchor-chain', () => {
  it('records the whole token of each authority, which verifies for the head under its root and nonce', async () => {
    await endSession();
    await runDueJobs(server.context);
    expect((await summarize()).anchors.map(({ authority }) => authority)).toEqual(
      [good.url, other.url].sort(),
    );
    for (const authority of [good, other]) {
      const { nonce, token, gen_time, serial, policy, last_error, attempt_count, anchored_at } =
        await readRow(authority.url);
      const verdict = await verifyTimestamp(token!, {
        digest: await headOf(),
        roots: [authority.root],
        nonce,
        now: server.clock.now(),
      });
      expect(verdict).toMatchObject({ valid: true, gen_time: gen_time!.toISOString(), serial, policy });
      expect([last_error, attempt_count, anchored_at]).toEqual([null, 1, server.clock.now()]);
      expect(await readAnchor(authority)).toEqual({
        authority: authority.url,
        demo: false,
        status: 'anchored',
        gen_time: gen_time!.toISOString(),
        serial,
        policy,
        token: Buffer.from(token!).toString('base64'),
        error: null,
      });
    }
  });

  it('sends session.anchored once for each authority: the session, and the anchor without its token', async () => {
    const session = await endSession();
    await runDueJobs(server.context);
    const { anchors } = await summarize();
    const events = await listEvents();
    expect(events).toHaveLength(2);
    for (const { data } of events) {
      const { anchor } = data as { anchor: { authority: string } };
      const { token: _token, ...notice } = anchors.find(({ authority }) => authority === anchor.authority)!;
      expect(data).toEqual({ ...session, anchor: notice });
    }
  });

  it('anchors once, though five jobs ask at the same time and others come later', async () => {
    await endSession();
    await runOnly('freeze-chain');
    await Promise.all(Array.from({ length: 5 }, () => anchorChain.run(server.context, keyOf(good.url))));
    const row = await readRow(good.url);
    const asked = good.requestCount();
    await anchorChain.run(server.context, keyOf(good.url));
    expect(good.requestCount()).toBe(asked);
    expect(await readRow(good.url)).toEqual(row);
    expect([row.status, (await listEvents()).length]).toEqual(['anchored', 1]);
  });

  it('plans one next try, though five jobs fail at the same time', async () => {
    other.answer('an error');
    await endSession();
    await runOnly('freeze-chain');
    await server.context.database.pool.query('delete from graphile_worker._private_jobs');
    await Promise.all(Array.from({ length: 5 }, () => anchorChain.run(server.context, keyOf(other.url))));
    expect([await countJobs(), (await readRow(other.url)).attempt_count]).toEqual([1, 1]);
  });

  it('holds an anchor that no server asks for any more as pending, and says so', async () => {
    await endSession();
    await runOnly('freeze-chain');
    await anchorChain.run({ ...server.context, timestampAuthorities: [] }, keyOf(good.url));
    expect(await readAnchor(good)).toMatchObject({
      status: 'pending',
      error: 'This server asks the authority no more.',
    });
  });

  it('does nothing for an anchor that is missing', async () => {
    await expect(anchorChain.run(server.context, keyOf(good.url))).resolves.toBeUndefined();
  });

  it('is held in place by the database once it is anchored', async () => {
    await endSession();
    await runDueJobs(server.context);
    for (const statement of ["update anchors set status = 'pending', token = null", 'delete from anchors']) {
      await expect(server.context.database.pool.query(statement)).rejects.toThrow('append-only');
    }
  });
});

describe('TSA down, slow, lying (row 26): the session is closed all the same, and says what is pending', () => {
  const LIES: [Lie, RegExp][] = [
    ['other data', /for other data/],
    ['another request', /answers another request/],
    ['an hour ahead', /has not come yet/],
    ['an hour behind', /long past/],
    ['a flipped bit', /./],
    ['garbage', /no timestamp reply/],
    ['nothing', /no timestamp reply/],
    ['no token', /sent none/],
    ['a refusal', /gave no timestamp: rejection/],
    ['a page', /something else than a timestamp reply/],
    ['a redirect', /HTTP status 302/],
    ['an error', /HTTP status 503/],
    ['far too much', /longer than 65536 bytes/],
    ['a closed connection', /could not be reached/],
  ];

  it.each(LIES)('%s', async (lie, sentence) => {
    other.answer(lie);
    expect((await endSession()).status).toBe('closed');
    await runDueJobs(server.context);
    expect(await readAnchor(good)).toMatchObject({ status: 'anchored', error: null });
    expect(await readAnchor(other)).toEqual({
      authority: other.url,
      demo: false,
      status: 'pending',
      gen_time: null,
      serial: null,
      policy: null,
      token: null,
      error: expect.stringMatching(sentence) as string,
    });
    expect(await listEvents()).toHaveLength(1);

    other.answer(undefined);
    server.clock.advance(MINUTE_MS - 1);
    expect(await runDueJobs(server.context)).not.toContain('anchor-chain');
    server.clock.advance(1);
    await runDueJobs(server.context);
    expect(await readAnchor(other)).toMatchObject({ status: 'anchored', error: null });
    expect(await listEvents()).toHaveLength(2);
  });

  test('silence', async () => {
    other.answer('silence');
    await endSession();
    await runOnly('freeze-chain');
    const address = { name: other.url, url: other.url, authorization: undefined };
    const impatient = {
      name: other.url,
      roots: [],
      ask: (query: Uint8Array) => askAuthority(address, query, { timeoutMs: 100 }),
    };
    await anchorChain.run({ ...server.context, timestampAuthorities: [impatient] }, keyOf(other.url));
    expect(await readAnchor(other)).toMatchObject({
      status: 'pending',
      error: 'The authority gave no complete answer within 0.1 s.',
    });
  });

  test('down for a day: asked a dozen times, and anchored within six hours of its return', async () => {
    other.answer('a closed connection');
    await endSession();
    const before = other.requestCount();
    await liveThrough(DAY_MS);
    expect((await readAnchor(other)).status).toBe('pending');
    const asked = other.requestCount() - before;
    expect(asked).toBeGreaterThanOrEqual(10);
    expect(asked).toBeLessThanOrEqual(14);
    other.answer(undefined);
    await liveThrough(DAY_MS / 4);
    expect((await readAnchor(other)).status).toBe('anchored');
  });

  test('down for more than a week: given up, with the reason, and never asked again', async () => {
    other.answer('an error');
    await endSession();
    await liveThrough(7 * DAY_MS + MINUTE_MS);
    expect(await readAnchor(other)).toMatchObject({
      status: 'failed',
      error: 'The authority answered with HTTP status 503.',
    });
    const asked = other.requestCount();
    other.answer(undefined);
    await liveThrough(DAY_MS);
    await anchorChain.run(server.context, keyOf(other.url));
    expect([other.requestCount(), (await readRow(other.url)).status]).toEqual([asked, 'failed']);
  });

  /** Lets time pass in steps, and runs what is due in each. */
  const liveThrough = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += MINUTE_MS) {
      server.clock.advance(MINUTE_MS);
      if (await isJobDue()) await runDueJobs(server.context);
    }
  };
  const isJobDue = async () => {
    const { rows } = await server.context.database.pool.query(
      'select from graphile_worker._private_jobs where run_at <= $1 limit 1',
      [server.clock.now()],
    );
    return rows.length > 0;
  };
});

describe('TSA_CA_FILE', () => {
  it('takes the tokens of authorities that it vouches for, and no others', async () => {
    await endSession();
    await runOnly('freeze-chain');
    const trusting: Context = {
      ...server.context,
      timestampAuthorities: server.context.timestampAuthorities.map((each) => ({
        ...each,
        roots: [good.root],
      })),
    };
    await anchorChain.run(trusting, keyOf(good.url));
    await anchorChain.run(trusting, keyOf(other.url));
    expect((await readAnchor(good)).status).toBe('anchored');
    expect(await readAnchor(other)).toMatchObject({
      status: 'pending',
      error: expect.stringContaining('leads to none of the given roots') as string,
    });
  });
});

describe('the authority of demo mode', () => {
  let dir: string;
  let demo: Context;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'fis-demo-tsa-'));
    const { clock, random } = server.context;
    const authority = await openDemoTimestampAuthority({ dir, clock, random });
    demo = { ...server.context, timestampAuthorities: [authority] };
  });
  afterAll(() => rm(dir, { recursive: true }));

  const anchorAtDemo = async () => {
    await endSession();
    await freezeChain.run(demo, { organisation_id: server.seed.organisationId, session_id: sessionId });
    await anchorChain.run(demo, keyOf('demo'));
  };

  it('is labelled demo wherever its anchor shows', async () => {
    await anchorAtDemo();
    expect((await summarize()).anchors).toMatchObject([
      { authority: 'demo', demo: true, status: 'anchored' },
    ]);
    const [event] = await listEvents();
    expect(event!.data).toMatchObject({ anchor: { authority: 'demo', demo: true } });
  });

  it.skipIf(!hasOpenssl)('gives tokens that openssl ts -verify accepts, and only for the head', async () => {
    await anchorAtDemo();
    const { token } = await readRow('demo');
    const file = join(dir, 'token.der');
    await writeFile(file, token!);
    const caFile = join(dir, 'demo-timestamp-authority', 'ca.pem');
    const verify = (digest: string) =>
      run('openssl', ['ts', '-verify', '-digest', digest, '-in', file, '-token_in', '-CAfile', caFile]);
    const { audit_chain_hash } = await summarize();
    expect((await verify(audit_chain_hash!)).stdout + (await verify(audit_chain_hash!)).stderr).toContain(
      'Verification: OK',
    );
    await expect(verify('0'.repeat(64))).rejects.toThrow();
  });
});

/** Runs the due jobs of one kind, and leaves what they enqueue. */
const runOnly = async (identifier: 'freeze-chain') => {
  const { rows } = await server.context.database.pool.query<{ payload: never }>(
    `
    delete from graphile_worker._private_jobs j
    using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = $1
    returning j.payload
    `,
    [identifier],
  );
  for (const { payload } of rows) await freezeChain.run(server.context, payload);
};
