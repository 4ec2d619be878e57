import { describe, expect, it, vi } from 'vitest';
import type { Context } from '../../context.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { ObjectStoreError } from '../../platform/object-store/object-store.ts';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { createHealth } from './health.ts';

type Answer = () => Promise<unknown>;
const works: Answer = () => Promise.resolve();
const fails: Answer = () => Promise.reject(new Error('Connection terminated unexpectedly'));
const hangs: Answer = () => new Promise(() => {});
const refusesAs =
  (code: string): Answer =>
  () =>
    Promise.reject(Object.assign(new Error(`at postgresql://host: ${code}`), { code, severity: 'ERROR' }));
const refusesByName =
  (name: string): Answer =>
  () =>
    Promise.reject(
      new ObjectStoreError('S3 refused', { cause: Object.assign(new Error('at host'), { name }) }),
    );
const diskFull: Answer = () =>
  Promise.reject(
    new ObjectStoreError('failed', {
      cause: Object.assign(new Error('no space left on device, open /data/x'), { code: 'ENOSPC' }),
    }),
  );

const openHealth = ({
  database = works,
  objects = works,
  space = works,
}: {
  database?: Answer;
  objects?: Answer;
  space?: Answer;
}) => {
  const clock = createFakeClock();
  const parts = { database: vi.fn(database), objects: vi.fn(objects) };
  const metrics = createMetrics();
  const lines: string[] = [];
  let kept: unknown;
  const health = createHealth({
    clock,
    metrics,
    log: createLogger('info', { write: (line) => void lines.push(line) }),
    random: { bytes: (length: number) => Buffer.alloc(length) },
    database: { pool: { query: () => parts.database() } },
    objects: {
      put: async (_key: string, body: unknown) => {
        await parts.objects();
        kept = body;
      },
      get: async () => [kept],
      delete: async () => {},
      requireFreeSpace: space,
    },
  } as unknown as Context);
  const check = async () => {
    clock.advance(5_000);
    return health.check();
  };
  return { health, check, clock, parts, metrics, lines };
};

describe('readiness', () => {
  it('is kept through two failures in a row, and lost with the third', async () => {
    const { check, parts } = openHealth({});
    await check();
    parts.database.mockImplementation(fails);
    const ready = [await check(), await check(), await check()].map(({ isReady }) => isReady);
    expect(ready).toEqual([true, true, false]);
  });

  it.each(['database', 'objects'])('is not there before the %s have worked once', async (part) => {
    const { check, parts } = openHealth({ [part]: fails });
    expect(await check()).toEqual({ isReady: false, faults: [`${part} fails`] });
    parts[part as 'database'].mockImplementation(works);
    expect((await check()).isReady).toBe(true);
  });

  it('is back with the first answer', async () => {
    const { check, parts } = openHealth({ database: fails });
    for (let probe = 0; probe < 5; probe++) await check();
    parts.database.mockImplementation(works);
    expect(await check()).toEqual({ isReady: true, faults: [] });
  });

  it.each(['database', 'objects'])(
    'takes no answer of the %s within two seconds for a failure',
    async (part) => {
      vi.useFakeTimers();
      const { check, parts } = openHealth({});
      await check();
      parts[part as 'database'].mockClear().mockImplementation(hangs);
      const probe = async () => {
        const checking = check();
        await vi.advanceTimersByTimeAsync(2_000);
        return checking;
      };
      const words = { faults: [`${part} gives no answer in time (ETIMEDOUT)`] };
      expect([await probe(), await probe(), await probe()]).toEqual([
        { isReady: true, ...words },
        { isReady: true, ...words },
        { isReady: false, ...words },
      ]);
      // No second probe is begun, however long the first hangs.
      expect(parts[part as 'database']).toHaveBeenCalledTimes(1);
      vi.useRealTimers();
    },
  );

  it.each([
    [
      'a database that may only be read',
      { database: refusesAs('25006') },
      'database may only be read (25006)',
    ],
    [
      'a database without room on its disk',
      { database: refusesAs('53100') },
      'database has no room left on its disk (53100)',
    ],
    [
      'a role that lost its right to write',
      { database: refusesAs('42501') },
      'database refuses the right to write, or lacks a migration (42501)',
    ],
    [
      'a password that is refused',
      { database: refusesAs('28P01') },
      'database refuses the user or the password (28P01)',
    ],
    ['a database that is gone', { database: refusesAs('3D000') }, 'database is not there (3D000)'],
    [
      'a bucket that is not there',
      { objects: refusesByName('NoSuchBucket') },
      'objects is not there (NoSuchBucket)',
    ],
    ['a folder that is not there', { objects: refusesAs('ENOENT') }, 'objects is not there (ENOENT)'],
    [
      'a key of S3 that is refused',
      { objects: refusesByName('InvalidAccessKeyId') },
      'objects refuses the user or the password (InvalidAccessKeyId)',
    ],
    ['a full disk under the objects', { objects: diskFull }, 'objects has no room left on its disk (ENOSPC)'],
  ])('is lost at once with %s, which says so without a host or a path', async (_, parts, words) => {
    const { check, lines } = openHealth(parts);
    expect(await check()).toEqual({ isReady: false, faults: [words] });
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 'error', msg: words }]);
  });

  it('is lost at once when the objects can be written, and the largest photo would find no room', async () => {
    const { check } = openHealth({ space: diskFull });
    expect(await check()).toEqual({
      isReady: false,
      faults: ['objects has no room left on its disk (ENOSPC)'],
    });
  });

  it('asks each part once in five seconds, however many ask', async () => {
    const { health, check, parts } = openHealth({});
    await check();
    await Promise.all(Array.from({ length: 100 }, () => health.check()));
    expect(parts.database).toHaveBeenCalledTimes(1);
    await check();
    expect([parts.database, parts.objects].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  });

  it('finds the database silent only when it gives no answer at all, and asks once for all who wait', async () => {
    vi.useFakeTimers();
    const { health, parts } = openHealth({ database: hangs });
    const isSilent = async () => {
      const asking = Promise.all(Array.from({ length: 100 }, () => health.isDatabaseSilent()));
      await vi.advanceTimersByTimeAsync(2_000);
      return new Set(await asking);
    };
    expect(await isSilent()).toEqual(new Set([true]));
    expect(await isSilent()).toEqual(new Set([true]));
    expect(parts.database).toHaveBeenCalledTimes(1);
    const refusing = openHealth({ database: refusesAs('25006') });
    expect(await refusing.health.isDatabaseSilent()).toBe(false);
    expect(await refusing.health.isDatabaseSilent()).toBe(false);
    expect(refusing.parts.database).toHaveBeenCalledTimes(1);
    refusing.clock.advance(2_000);
    expect(await refusing.health.isDatabaseSilent()).toBe(false);
    expect(refusing.parts.database).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it('is a metric of each part, and a line of the log when it changes', async () => {
    const { check, parts, metrics, lines } = openHealth({ objects: diskFull });
    const values = async () =>
      (await metrics.partReady.get()).values.map(({ labels, value }) => [labels.part, value]);
    // Nothing is looked at unless somebody asks.
    expect([await values(), lines, parts.database.mock.calls]).toEqual([[], [], []]);
    await check();
    await check();
    expect(await values()).toEqual([
      ['database', 1],
      ['objects', 0],
    ]);
    parts.objects.mockImplementation(works);
    await check();
    expect(await values()).toContainEqual(['objects', 1]);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'objects has no room left on its disk (ENOSPC)',
      'objects works again',
    ]);
  });

  it('ends with the drain, for good, and asks nobody any more', async () => {
    const { health, check, parts } = openHealth({});
    expect([health.isDraining(), (await check()).isReady]).toEqual([false, true]);
    health.drain();
    expect([health.isDraining(), await check()]).toEqual([
      true,
      { isReady: false, faults: ['this process is stopping'] },
    ]);
    expect(parts.database).toHaveBeenCalledTimes(1);
  });
});
