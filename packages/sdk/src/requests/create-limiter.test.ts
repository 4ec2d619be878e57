import { describe, expect, it } from 'vitest';
import { FieldInspection } from '../client.ts';
import { UsageError } from '../errors/field-inspection-error.ts';
import { AbortError, DeadlineExceededError } from '../errors/request-error.ts';
import { createFakeService } from '../fake/create-fake-service.ts';
import { composeFetch } from './compose-fetch.ts';
import { createLimiter } from './create-limiter.ts';
import type { ClientOptions } from './options.ts';

type Options = ClientOptions & { isCountedLate?: boolean };
const turn = () => new Promise((resolve) => setImmediate(resolve));

function openLimited(requestsPerMinute: number, { isCountedLate = false, ...options }: Options = {}) {
  const service = createFakeService({ requestsPerMinute, now: new Date('2026-11-20T12:00:00Z') });
  const statuses: number[] = [];
  let [inFlight, most] = [0, 0];
  const fetch = composeFetch(
    [
      async (url, init, next) => {
        most = Math.max(most, ++inFlight);
        if (isCountedLate) await turn();
        const response = await next(url, init);
        // Other requests are sent before this one is answered, as over a network.
        await turn();
        inFlight -= 1;
        statuses.push(response.status);
        return response;
      },
    ],
    service.fetch,
  );
  const client = new FieldInspection({ ...service.clientOptions, fetch, ...options });
  return { service, client, statuses, readMost: () => most };
}

const createAll = (client: FieldInspection, count: number) =>
  Promise.allSettled(
    Array.from({ length: count }, (_, index) => client.sessions.create({ notes: `${index}` })),
  );
const countDone = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

describe('500 calls at once with a key of 60 a minute', () => {
  it.each([
    ['as they are sent', { isCountedLate: false, windows: 9 }],
    // The fake's clock jumps while some requests are on their way: those count in the next window.
    ['on their way, some in the next window', { isCountedLate: true, windows: 30 }],
  ])('meet no 429 by a limiter, and none is lost, counted %s', async (_, { isCountedLate, windows }) => {
    const { service, client, statuses } = openLimited(60, { limiter: createLimiter(), isCountedLate });
    const startedAtMs = +service.now();
    expect(countDone(await createAll(client, 500))).toBe(500);
    expect(statuses).toEqual(Array(500).fill(201));
    expect(service.requests).toHaveLength(500);
    const notes = service.sessions().map((session) => Number(session.notes));
    expect(notes.sort((one, other) => one - other)).toEqual(Array.from({ length: 500 }, (_, index) => index));
    // 500 requests fill 9 windows of 60: no window was left before it was used up.
    expect((+service.now() - startedAtMs) / 60_000).toBeLessThan(windows);
  });

  it('meet it without one', async () => {
    const { client, statuses } = openLimited(60);
    await createAll(client, 500);
    expect(statuses).toContain(429);
  });
});

describe('createLimiter', () => {
  it('keeps to what others with the same key have left', async () => {
    const { service, client, statuses } = openLimited(10, { limiter: createLimiter() });
    const other = new FieldInspection(service.clientOptions);
    for (let count = 0; count < 7; count++) await other.sessions.list();
    expect(countDone(await createAll(client, 20))).toBe(20);
    expect(statuses).toEqual(Array(20).fill(201));
  });

  it('is shared by clients of one key', async () => {
    const { client, statuses } = openLimited(10, { limiter: createLimiter() });
    const other = client.withOptions({ userAgent: 'batch/1' });
    const results = await Promise.all([createAll(client, 15), createAll(other, 15)]);
    expect(countDone(results.flat())).toBe(30);
    expect(statuses).toEqual(Array(30).fill(201));
  });

  it('sends as many at once as concurrency says, once the limit is known', async () => {
    const { client, readMost } = openLimited(1000, { limiter: createLimiter({ concurrency: 7 }) });
    expect(countDone(await createAll(client, 100))).toBe(100);
    expect(readMost()).toBe(7);
  });

  it('goes on after a request without a reply, and tries again what a fault befell', async () => {
    const { service, client } = openLimited(60, { limiter: createLimiter() });
    service.failNext({ kind: 'network_error' }, { kind: 'server_error' }, { kind: 'lost_reply' });
    expect(countDone(await createAll(client, 100))).toBe(100);
    expect(service.sessions()).toHaveLength(100);
  });

  it('a call whose deadline ends before its turn fails at once, and is not sent', async () => {
    const { service, client } = openLimited(2, { limiter: createLimiter() });
    await createAll(client, 2);
    const call = client.sessions.create({}, { deadlineMs: 30_000 });
    await expect(call).rejects.toBeInstanceOf(DeadlineExceededError);
    await expect(call).rejects.toMatchObject({ attempts: [], method: 'POST' });
    expect(service.requests).toHaveLength(2);
  });

  it('a call that is aborted while it waits fails at once, and is not sent', async () => {
    const { service, client } = openLimited(2, {
      limiter: createLimiter(),
      runtime: { now: () => Date.parse('2026-11-20T12:00:00Z'), sleep: () => new Promise(() => {}) },
    });
    await createAll(client, 2);
    const controller = new AbortController();
    const call = client.sessions.create({}, { signal: controller.signal });
    setImmediate(() => controller.abort('gone'));
    await expect(call).rejects.toBeInstanceOf(AbortError);
    await expect(call).rejects.toMatchObject({ cause: 'gone' });
    expect(service.requests).toHaveLength(2);
  });

  it.each([{ concurrency: 0 }, { concurrency: 1.5 }, { concurrency: '8' }, { concurency: 8 }])(
    'refuses %j',
    (options) => {
      expect(() => createLimiter(options as never)).toThrow(UsageError);
    },
  );

  it('is the only thing that the option takes', () => {
    expect(() => openLimited(1, { limiter: true as never })).toThrow('made by createLimiter()');
  });
});
