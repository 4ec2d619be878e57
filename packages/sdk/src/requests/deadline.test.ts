import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServerError } from '../errors/api-error.ts';
import { UsageError } from '../errors/field-inspection-error.ts';
import { ConnectionError, DeadlineExceededError, type RequestError } from '../errors/request-error.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { disconnect, type FakeReply, json, problem, stall } from '../testing/fake-fetch.ts';
import { listNumbers } from '../testing/fake-list.ts';
import { createFakeRuntime } from '../testing/fake-runtime.ts';
import { limitAttempt } from './deadline.ts';

const failureOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => null,
    (reason: unknown) => reason as RequestError,
  );

describe('limitAttempt', () => {
  const deadline = { deadlineMs: 1000, endsAtMs: 5000 };

  it.each([
    [3000, { timeoutMs: 700, isByDeadline: false }],
    [4300, { timeoutMs: 700, isByDeadline: false }],
    [4301, { timeoutMs: 699, isByDeadline: true }],
    [5000, null],
    [6000, null],
  ])('at %i ms', (nowMs, expected) => {
    expect(limitAttempt({ timeoutMs: 700, deadline }, nowMs)).toEqual(expected);
  });

  it('limits nothing when neither does', () => {
    const never = { deadlineMs: Infinity, endsAtMs: Infinity };
    expect(limitAttempt({ timeoutMs: Infinity, deadline: never }, 0)).toEqual({
      timeoutMs: Infinity,
      isByDeadline: false,
    });
  });
});

describe('a deadline', () => {
  it('ends the call before a wait that would pass it, with every attempt and the last failure', async () => {
    const { client, requests, sleeps } = createTestClient([problem(503, 'unavailable')], {
      maxRetries: 9,
    });
    const error = await failureOf(client.sessions.get('ses_1', { deadlineMs: 3000 }));
    expect(error).toBeInstanceOf(DeadlineExceededError);
    expect(error?.message).toBe(
      'Not done within 3000 ms: GET https://api.example.com/api/v1/public/sessions/ses_1',
    );
    expect(sleeps).toEqual([500, 1000]);
    expect(requests).toHaveLength(3);
    expect(error?.attempts.map(({ status, delayMs }) => [status, delayMs])).toEqual([
      [503, 500],
      [503, 1000],
      [503, null],
    ]);
    expect(error?.cause).toBeInstanceOf(ServerError);
  });

  it('ends the call before a Retry-After that would pass it, and keeps the write’s key', async () => {
    const limited = problem(429, 'rate_limited', { 'retry-after': '7' });
    const { client, sleeps } = createTestClient([limited], { deadlineMs: 7000 });
    const error = await failureOf(client.sessions.create({}, { idempotencyKey: 'order-1' }));
    expect(error).toMatchObject({ name: 'DeadlineExceededError', idempotencyKey: 'order-1' });
    expect(sleeps).toEqual([]);
  });

  it('ends an attempt under way', async () => {
    const { client, requests } = createTestClient([stall]);
    const error = await failureOf(client.sessions.get('ses_1', { deadlineMs: 5 }));
    expect(error).toBeInstanceOf(DeadlineExceededError);
    expect(error?.attempts).toHaveLength(1);
    expect(requests).toHaveLength(1);
  });

  it('does not change how a call fails in time', async () => {
    const { client } = createTestClient([disconnect], { deadlineMs: 60_000 });
    expect(await failureOf(client.sessions.get('ses_1'))).toBeInstanceOf(ConnectionError);
  });

  it('begins anew with each call', async () => {
    const { client } = createTestClient([disconnect, json({}), disconnect, json({})], { deadlineMs: 600 });
    await client.sessions.get('ses_1');
    expect(await client.sessions.get('ses_1')).toEqual({});
  });

  it.each([0, -1, NaN, '5'])('of %j is refused', async (deadlineMs) => {
    const { client, requests } = createTestClient([json({})]);
    const options = { deadlineMs: deadlineMs as number };
    expect(await failureOf(client.sessions.get('ses_1', options))).toBeInstanceOf(UsageError);
    expect(await failureOf(client.sessions.list({}, options))).toBeInstanceOf(UsageError);
    expect(requests).toHaveLength(0);
  });

  it('covers all pages of an iteration: the next page is not even asked for', async () => {
    const { runtime } = createFakeRuntime();
    const { client, requests } = createTestClient([listNumbers(50)], { runtime });
    const items = client.sessions.list({ limit: 2 }, { deadlineMs: 1000 })[Symbol.asyncIterator]();
    await items.next();
    await runtime.sleep(1000, undefined);
    expect((await items.next()).value).toEqual({ id: 1 });
    const error = await failureOf(items.next());
    expect(error).toMatchObject({ name: 'DeadlineExceededError', attempts: [] });
    expect(requests).toHaveLength(1);
  });

  it('is never passed by a wait, whatever fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.constantFrom<FakeReply>(disconnect, problem(500, 'x'), listNumbers(6))),
        async (deadlineMs, random, replies) => {
          const { runtime } = createFakeRuntime({ random });
          const endsAtMs = runtime.now() + deadlineMs;
          const { client } = createTestClient([...replies, listNumbers(6)], { runtime, deadlineMs });
          await failureOf(client.sessions.list({ limit: 2 }).toArray({ limit: 6 }));
          expect(runtime.now()).toBeLessThan(endsAtMs);
        },
      ),
    );
  });
});
