import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Prisma } from '#prisma';
import type { Context } from '../../context.ts';
import { openTestBucket, openTestFolder } from '../../platform/object-store/testing/open-test-stores.ts';
import type { ListedObject, ObjectStore } from '../../platform/object-store/object-store.ts';
import { nameContent } from '../../platform/object-store/object-key.ts';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { ORPHANED_AFTER_MS, sweepObjects, sweepObjectsFrom, sweepObjectsStep } from './sweep-objects.job.ts';

let server: TestServer;
let sessionId: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ id: sessionId } = await server.client.sessions.create({}));
});
afterAll(() => server.close());
beforeEach(() => query('delete from graphile_worker._private_jobs'));

const query = (sql: string, values: unknown[] = []) => server.context.database.pool.query(sql, values);
const tomorrow = () => ({ now: () => new Date(Date.now() + ORPHANED_AFTER_MS + 60_000) });
const bytes = (text: string) => Buffer.from(text);
const owner = (ownerId = server.context.ids.next()) => ({
  organisationId: server.seed.organisationId,
  ownerId,
});
const listKeys = async (objects: ObjectStore) => {
  const keys: string[] = [];
  for await (const { key } of objects.list('')) keys.push(key);
  return keys.toSorted();
};
const sweep = async (context: Context, limit?: number): Promise<number[]> => {
  const seen: number[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const step = await sweepObjectsFrom(context, after, limit);
    seen.push(step.seen);
    after = step.next;
  }
  return seen;
};
/** An upload under way lacks these columns. */
const RECEIVED = { sha256: '0'.repeat(64), byte_size: 1, received_at: new Date(0) };
const insertEvidence = (columns: Partial<Prisma.EvidenceUncheckedCreateInput> & { id: string }) =>
  server.context.database.prisma.evidence.create({
    data: {
      organisation_id: server.seed.organisationId,
      session_id: sessionId,
      kind: 'photo',
      mime: 'image/jpeg',
      status: 'ready',
      created_at: server.clock.now(),
      updated_at: server.clock.now(),
      ...(columns.status === 'uploading' ? {} : RECEIVED),
      ...columns,
    },
  });
const insertReport = (columns: Pick<Prisma.ReportUncheckedCreateInput, 'id' | 'status'>) =>
  server.context.database.prisma.report.create({
    data: {
      organisation_id: server.seed.organisationId,
      session_id: sessionId,
      locale: 'en',
      audit_trail: true,
      photos: 'full',
      created_at: server.clock.now(),
      updated_at: server.clock.now(),
      ...columns,
    },
  });

describe.each([
  ['a folder', openTestFolder],
  ['a bucket of S3', openTestBucket],
])('the sweep of the objects in %s', (_, open) => {
  let objects: ObjectStore;
  let close: () => Promise<unknown>;
  let context: Context;
  beforeEach(async () => {
    const opened = await open(createFakeClock());
    ({ store: objects, close } = opened);
    context = { ...server.context, objects, clock: tomorrow() };
    return () => close();
  });

  it('goes on step by step, each behind the last object of the one before, and deletes what no row names and nothing else', async () => {
    const kept: string[] = [];
    for (let index = 0; index < 23; index += 1) {
      const { key } = await objects.putContent(bytes(`orphan ${index}`), owner());
      if (index % 4 > 0) continue;
      const named = owner();
      const stored = await objects.putContent(bytes(`named ${index}`), named);
      await insertEvidence({ id: named.ownerId, sha256: stored.sha256, byte_size: stored.byte_size });
      // A photo whose processing died and was repeated leaves such bytes.
      await objects.putContent(bytes(`beside ${index}`), named);
      kept.push(stored.key);
      expect(key).not.toBe(stored.key);
    }
    await objects.put('another/room', bytes('p'));
    await objects.put('probes/left', bytes('p'));
    expect(await sweep({ ...context, clock: { now: () => new Date() } }, 7)).toEqual([7, 7, 7, 7, 7, 2]);
    expect(await listKeys(objects)).toHaveLength(37);

    expect(await sweep(context, 7)).toEqual([7, 7, 7, 7, 7, 2]);
    expect(await listKeys(objects)).toEqual([...kept, 'another/room'].toSorted());
    expect(await sweep(context, 8)).toEqual([7]);
  });

  it('keeps the bytes of what is being made, however old they are', async () => {
    const making = [
      ...['uploading', 'pending'].map((status) => ({ insert: insertEvidence, status })),
      ...['queued', 'rendering'].map((status) => ({ insert: insertReport, status })),
    ];
    const made = ['failed', 'ready'].map((status) => ({ insert: insertEvidence, status }));
    const kept: string[] = [];
    for (const { insert, status } of [...making, ...made]) {
      const named = owner();
      const { key } = await objects.putContent(bytes(status), named);
      await insert({ id: named.ownerId, status });
      if (insert === insertReport || ['uploading', 'pending'].includes(status)) kept.push(key);
    }
    await sweep(context);
    expect(await listKeys(objects)).toEqual(kept.toSorted());
  });

  it('keeps what is stored anew while it is looked up: the row that names it follows', async () => {
    const named = owner();
    const { key } = await objects.putContent(bytes('again'), named);
    let isAgain = false;
    const relisted: ObjectStore = {
      ...objects,
      stat: async (asked) => {
        const found = await objects.stat(asked);
        return found && isAgain ? { ...found, modified_at: context.clock.now() } : found;
      },
      list: async function* (...args) {
        for await (const found of objects.list(...args)) {
          isAgain = true;
          yield found;
        }
      },
    };
    await sweep({ ...context, objects: relisted });
    expect(await listKeys(objects)).toEqual([key]);
    await sweep(context);
    expect(await listKeys(objects)).toEqual([]);
  });
});

describe('the steps of a sweep', () => {
  const COUNT = 12_001;
  const keyOf = (index: number) => `-another/${String(index).padStart(6, '0')}`;
  let listed: number;
  const openMany = () => {
    const orphan = nameContent(owner(), 'f'.repeat(64));
    const keys = [...Array.from({ length: COUNT - 1 }, (_, index) => keyOf(index)), orphan].toSorted();
    const toObject = (key: string): ListedObject => ({ key, byte_size: 1, modified_at: new Date(0) });
    const deleted: string[] = [];
    listed = 0;
    const objects: ObjectStore = {
      ...server.context.objects,
      sweepTemporaries: async () => 0,
      list: async function* (_, { after = '' } = {}) {
        for (const key of keys.filter((each) => each > after)) {
          listed += 1;
          yield toObject(key);
        }
      },
      stat: async (key) => toObject(key),
      delete: async (key) => void deleted.push(key),
    };
    return { context: { ...server.context, objects }, orphan, deleted };
  };
  const listSteps = async () => {
    const { rows } = await query(
      "select key, payload, attempts from graphile_worker._private_jobs where key like 'sweep-objects-step:%'",
    );
    return rows as { key: string; payload: { after: string }; attempts: number }[];
  };

  it('are a job each, of 5 000 objects, and each object is looked at once', async () => {
    const { context, deleted, orphan } = openMany();
    await sweepObjects.run(context, {});
    expect(await runDueJobs(context)).toEqual(Array(3).fill('sweep-objects-step'));
    expect([listed, deleted]).toEqual([COUNT, [orphan]]);
  });

  it('go on after a worker died in the middle of one, from where that one began', async () => {
    const { context, deleted, orphan } = openMany();
    await sweepObjects.run(context, {});
    expect(await runDueJobs(context, { max: 1 }).catch(String)).toContain('more than 1 jobs');
    const payload = (await listSteps())[0]?.payload;
    expect(payload).toMatchObject({ seen: 5_000 });
    const dying: Context = { ...context, transact: () => Promise.reject(new Error('killed')) };
    await expect(runDueJobs(dying)).rejects.toThrow('killed');
    expect(await listSteps()).toMatchObject([{ payload }]);
    expect(await runDueJobs(context)).toEqual(Array(2).fill('sweep-objects-step'));
    expect(deleted).toEqual([orphan]);
  });

  it('go on when the next night comes; those that gave up begin anew', async () => {
    const { context } = openMany();
    await sweepObjectsStep.run(context, { after: '', seen: 0, deleted: 0 });
    const [going] = await listSteps();
    expect(going).toMatchObject({ payload: { after: keyOf(4_999), seen: 5_000 } });
    await Promise.all([sweepObjects.run(context, {}), sweepObjects.run(context, {})]);
    expect(await listSteps()).toEqual([going]);
    await query('update graphile_worker._private_jobs set attempts = max_attempts');
    await Promise.all([sweepObjects.run(context, {}), sweepObjects.run(context, {})]);
    expect(await listSteps()).toMatchObject([{ payload: { after: '', seen: 0 }, attempts: 0 }]);
  });

  it('end after ten seconds, and the next goes on from there', async () => {
    const { context } = openMany();
    const clock = createFakeClock();
    const slow: ObjectStore = {
      ...context.objects,
      list: async function* (...args) {
        for await (const found of context.objects.list(...args)) {
          clock.advance(5);
          yield found;
        }
      },
    };
    const step = await sweepObjectsFrom({ ...context, objects: slow, clock }, '');
    expect(step).toMatchObject({ seen: 2_000, next: keyOf(1_999) });
  });
});
