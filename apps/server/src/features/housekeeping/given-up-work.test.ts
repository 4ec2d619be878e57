import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../admin/commands.ts';
import { readOptions } from '../../admin/options.ts';
import type { Context } from '../../context.ts';
import { GIVEN_UP_WORK } from '../../given-up-work.ts';
import type { GivenUpJob } from '../../platform/jobs/given-up-jobs.ts';
import { retryJobs } from '../../platform/jobs/given-up-jobs.ts';
import { LostOrderError } from '../../platform/concurrency/lost-order-error.ts';
import { copyRecording, copyRecordings } from '../../testing/copy-recordings.ts';
import { runJobsOf } from '../../testing/run-jobs-of.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { startTimestampAuthority } from '../../testing/start-timestamp-authority.ts';
import { resumeWork } from './resume-work.job.ts';

let server: TestServer;
let authority: Awaited<ReturnType<typeof startTimestampAuthority>>;
let answersProcess = true;

beforeAll(async () => {
  authority = await startTimestampAuthority({ now: () => server.clock.now() });
  server = await startTestServer(
    { TSA_URLS: authority.url },
    {
      decoding: copyRecordings(async (order) => {
        if (!answersProcess) throw new LostOrderError('The host is too busy.');
        return copyRecording(order);
      }),
    },
  );
});
afterAll(async () => {
  await server.close();
  await authority.close();
});
beforeEach(async () => {
  authority.answer(undefined);
  await query('delete from graphile_worker._private_jobs');
});

const prisma = () => server.context.database.prisma;
const query = (sql: string, values: unknown[] = []) => server.context.database.pool.query(sql, values);
const run = (kind: string, context: Context = server.context) => runJobsOf(context, kind);
const admin = (...argv: string[]) =>
  COMMANDS[argv.slice(0, 2).join(' ')]!.run(server.context, readOptions(argv));
const list = async () => (await admin('job', 'list')) as GivenUpJob[];
const retry = (...argv: string[]) => admin('job', 'retry', ...argv);
const countOf = async (task: string) => {
  server.clock.advance(5_000);
  const headers = { authorization: 'Bearer test-metrics-token' };
  const text = await (await fetch(`${server.baseUrl}/metrics`, { headers })).text();
  return Number(new RegExp(`^jobs_given_up\\{task="${task}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
};
const listKeys = async (kind: string) =>
  (await query("select key from graphile_worker._private_jobs where key like $1 || ':%'", [kind])).rows;
const idOf = (id: string) => ({
  organisation_id_id: { organisation_id: server.seed.organisationId, id },
});
const endSession = async (): Promise<string> => {
  const { id } = await server.client.sessions.create({});
  await server.client.sessions.end(id);
  server.clock.advance(server.context.config.uploadGraceMs);
  await run('freeze-chain');
  return id;
};
const giveUpAddenda = async (): Promise<string> => {
  const id = await endSession();
  await run('anchor-chain');
  await run('make-report');
  await run('anchor-addenda');
  authority.answer('an error');
  await query(
    "update addenda_anchors set created_at = created_at - interval '8 days' where session_id = $1",
    [id],
  );
  await run('anchor-addenda-head');
  return id;
};
/** Nothing can be stored here, so that no report gets ready. */
const withoutSpace = (): Context => ({
  ...server.context,
  objects: { ...server.context.objects, putContent: () => Promise.reject(new Error('no room')) },
});

/** Given-up work is counted, listed and not tried again; after a retry it is gone from the list. */
const expectGivenUp = async (kind: string, expected: Partial<Record<keyof GivenUpJob, unknown>>) => {
  await resumeWork.run(server.context, {});
  expect(await listKeys(kind)).toEqual([]);
  expect(await countOf(kind)).toBe(1);
  const listed = await list();
  expect(listed).toEqual([expect.objectContaining({ kind, since: expect.any(Date), ...expected })]);

  const id = listed[0]!.id;
  const tries = await Promise.allSettled([retry('--job', id), retry('--job', id)]);
  expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  expect(await listKeys(kind)).toHaveLength(1);
  expect([await countOf(kind), await list()]).toEqual([0, []]);
  await expect(retry('--kind', kind)).rejects.toThrow('No such work gave up.');
};

describe('work that gave up is counted, listed, retried once, and then done', () => {
  it('anchor-chain: an anchor that no authority gave within a week', async () => {
    const id = await endSession();
    authority.answer('an error');
    await query("update anchors set created_at = created_at - interval '8 days' where session_id = $1", [id]);
    await run('anchor-chain');
    await query('delete from graphile_worker._private_jobs');
    await expectGivenUp('anchor-chain', {
      id: `anchor-chain:${id}:${authority.url}`,
      about: expect.stringContaining(`session_id ${id}`),
      tries: 1,
      error: 'The authority answered with HTTP status 503.',
    });

    await run('anchor-chain');
    expect(await prisma().anchor.findFirstOrThrow({ where: { session_id: id } })).toMatchObject({
      status: 'pending',
      attempt_count: 1,
    });
    authority.answer(undefined);
    await run('anchor-chain');
    expect((await prisma().anchor.findFirstOrThrow({ where: { session_id: id } })).status).toBe('anchored');
    await query("update reports set status = 'queued' where session_id = $1", [id]);
    await run('make-report');
    await settleAddenda();
  });

  it('anchor-addenda-head: an anchor of addenda that no authority gave within a week', async () => {
    const id = await giveUpAddenda();
    const { sequence } = await prisma().addendaAnchor.findFirstOrThrow({ where: { session_id: id } });
    await expectGivenUp('anchor-addenda-head', {
      id: `anchor-addenda-head:${id}:${authority.url}:${sequence}`,
      tries: 1,
    });
    authority.answer(undefined);
    await run('anchor-addenda-head');
    expect((await prisma().addendaAnchor.findFirstOrThrow({ where: { session_id: id } })).status).toBe(
      'anchored',
    );
  });

  it('anchor-addenda-head: none once the authority is asked for later addenda, which vouches for these, too', async () => {
    const id = await giveUpAddenda();
    expect(await list()).toHaveLength(1);
    await server.client.reports.create(id, {});
    await run('make-report');
    server.clock.advance(60_000);
    await run('anchor-addenda');
    expect(await prisma().addendaAnchor.count({ where: { session_id: id } })).toBe(2);
    expect(await list()).toEqual([]);
    await expect(retry('--kind', 'anchor-addenda-head')).rejects.toThrow('No such work gave up.');
    authority.answer(undefined);
    await run('anchor-addenda-head');
  });

  it('make-report: a first report after a week, and any other as soon as it has failed', async () => {
    const sessionId = await endSession();
    await run('anchor-chain');
    for (let tries = 0; tries < 4; tries++) await run('make-report', withoutSpace());
    const { id } = await prisma().report.findFirstOrThrow({ where: { session_id: sessionId } });
    expect((await prisma().report.findUniqueOrThrow({ where: idOf(id) })).status).toBe('failed');
    expect(await list()).toEqual([]);
    await query("update reports set created_at = created_at - interval '8 days' where id = $1", [id]);
    await expectGivenUp('make-report', {
      id: `make-report:${id}`,
      about: expect.stringContaining(`report_id ${id}`),
      tries: 4,
      error: 'The report could not be made. Ask for another one, or tell support the id of this one.',
    });
    await run('make-report');
    expect((await prisma().report.findUniqueOrThrow({ where: idOf(id) })).status).toBe('ready');

    const { id: further } = await server.client.reports.create(sessionId, {});
    for (let tries = 0; tries < 4; tries++) await run('make-report', withoutSpace());
    expect((await list()).map((each) => each.id)).toEqual([`make-report:${further}`]);
    expect(await retry('--kind', 'make-report')).toEqual({ retried: 1 });
    await run('make-report');
    expect((await server.client.reports.get(sessionId, further)).status).toBe('ready');
    await settleAddenda();
  });

  it('remux-recording: a recording that no process made playable within 30 days', async () => {
    const id = await recordVideo();
    answersProcess = false;
    await query("update evidence set created_at = created_at - interval '31 days' where id = $1", [id]);
    await expect(run('remux-recording')).rejects.toThrow('The host is too busy.');
    await query('delete from graphile_worker._private_jobs');
    const error = 'Its job was lost.';
    await expectGivenUp('remux-recording', { id: `remux-recording:${id}`, error });
    await expect(run('remux-recording')).rejects.toThrow('The host is too busy.');
    await query('delete from graphile_worker._private_jobs');
    expect((await list()).map((each) => each.id)).toEqual([`remux-recording:${id}`]);
    answersProcess = true;
    expect(await retry('--kind', 'remux-recording')).toEqual({ retried: 1 });
    await run('remux-recording');
    expect((await prisma().evidence.findUniqueOrThrow({ where: idOf(id) })).status).toBe('ready');
    expect(await list()).toEqual([]);
  });
});

describe('more than one transaction can have tried again', () => {
  it('is retried by 500 at a time, all of a kind', async () => {
    const id = await endSession();
    await query(
      `
      insert into anchors
      select (jsonb_populate_record(a, jsonb_build_object('authority', 'https://tsa.example/' || n))).*
      from anchors a, generate_series(1, 1199) n
      where a.session_id = $1
      `,
      [id],
    );
    await query("update anchors set status = 'failed' where session_id = $1", [id]);
    await query('delete from graphile_worker._private_jobs');
    let transactions = 0;
    const counted: Context = {
      ...server.context,
      transact: (...args) => {
        transactions += 1;
        return server.context.transact(...args);
      },
    };
    expect(await retryJobs(counted, GIVEN_UP_WORK, { kind: 'anchor-chain' })).toEqual({ retried: 1_200 });
    expect(transactions).toBe(3);
    expect(await listKeys('anchor-chain')).toHaveLength(1_200);
    expect(await prisma().anchor.count({ where: { session_id: id, status: 'failed' } })).toBe(0);
    await forgetAnchors(id);
  });

  it('is retried by 500 at a time, all jobs of a kind', async () => {
    await query(
      `select graphile_worker.add_job('send-message', '{}', job_key := n::text) from generate_series(1, 1200) n`,
    );
    await query('update graphile_worker._private_jobs set attempts = max_attempts');
    expect(await retry('--kind', 'send-message')).toEqual({ retried: 1_200 });
    expect(await list()).toEqual([]);
  });
});

describe('what gave up for good', () => {
  it.each([
    [29, 1],
    [31, 0],
  ])('is listed, and counted for 30 days: %i days ago', async (days, count) => {
    const id = await endSession();
    await query(
      "update anchors set status = 'failed', created_at = $2::timestamptz - make_interval(days => $3::int) where session_id = $1",
      [id, server.clock.now(), 7 + days],
    );
    await query(`select graphile_worker.add_job('freeze-chain', '{}', job_key := 'freeze-chain:1')`);
    await query(
      `
      update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - make_interval(days => $1::int)
      where key = 'freeze-chain:1'
      `,
      [days],
    );
    expect((await list()).map(({ kind }) => kind)).toEqual(['freeze-chain', 'anchor-chain']);
    expect([await countOf('anchor-chain'), await countOf('freeze-chain')]).toEqual([count, count]);
    await forgetAnchors(id);
  });
});

const recordVideo = async (): Promise<string> => {
  const { id: session_id } = await server.client.sessions.create({});
  const id = server.context.ids.next();
  const { organisationId: organisation_id } = server.seed;
  const owner = { organisationId: organisation_id, ownerId: id };
  const { sha256, byte_size } = await server.context.objects.putContent(Buffer.from('video'), owner);
  const now = server.clock.now();
  const times = { created_at: now, updated_at: now, received_at: now };
  const what = { kind: 'recording', status: 'pending', mime: 'video/webm' };
  await prisma().evidence.create({
    data: { organisation_id, id, session_id, ...what, ...times, sha256, byte_size },
  });
  await resumeWork.run(server.context, {});
  return id;
};
/** The trigger is off: it keeps the anchors of a frozen chain. */
const forgetAnchors = async (sessionId: string) => {
  await query('alter table anchors disable trigger anchors_kept');
  await query('delete from anchors where session_id = $1', [sessionId]);
  await query('alter table anchors enable trigger anchors_kept');
};

const settleAddenda = () => query('update addenda_chains set anchored_sequence = head_sequence');
