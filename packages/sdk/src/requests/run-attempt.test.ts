import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFakeFetch,
  disconnect,
  type FakeReply,
  json,
  problem,
  stall,
  stallInBody,
} from '../testing/fake-fetch.ts';
import { runAttempt } from './run-attempt.ts';

const attempt = (
  reply: FakeReply,
  {
    signal,
    wantsBody = true,
    timeoutMs = 1000,
  }: { signal?: AbortSignal; wantsBody?: boolean; timeoutMs?: number } = {},
) =>
  runAttempt({
    url: 'https://api.example.com/sessions',
    init: { method: 'GET', headers: new Headers(), redirect: 'manual' },
    fetch: createFakeFetch(reply).fetch,
    timeoutMs,
    signal,
    wantsBody: () => wantsBody,
  });

describe('runAttempt', () => {
  it('reads the body of a good reply', async () => {
    expect(await attempt(json({ id: 's' }))).toMatchObject({ kind: 'done', text: '{"id":"s"}' });
  });

  it('leaves the body to the caller who wants the reply itself', async () => {
    const outcome = await attempt(json({ id: 's' }), { wantsBody: false });
    expect(outcome).toMatchObject({ kind: 'done', text: null, response: { bodyUsed: false } });
  });

  it('reads the body of a refusal even then', async () => {
    const outcome = await attempt(problem(404, 'not_found'), { wantsBody: false });
    expect(outcome).toMatchObject({ kind: 'refused', text: expect.stringContaining('not_found') });
  });

  it('keeps why the connection broke', async () => {
    expect(await attempt(disconnect)).toMatchObject({ kind: 'lost', cause: { message: 'fetch failed' } });
  });

  it('counts a body that breaks off as lost', async () => {
    const cut: FakeReply = () =>
      new Response(new ReadableStream({ start: (stream) => stream.error(new Error('socket closed')) }));
    expect(await attempt(cut)).toMatchObject({ kind: 'lost', cause: { message: 'socket closed' } });
  });
});

describe('the time limit', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['no headers', stall],
    ['half a body', stallInBody],
  ])('ends an attempt that brings %s', async (_, reply) => {
    const outcome = attempt(reply);
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual({ kind: 'timeout' });
  });

  it('leaves no timer behind', async () => {
    await attempt(json({}));
    await attempt(disconnect);
    await attempt(json({}), { wantsBody: false });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of Infinity, or longer than a timer can be, is none', async () => {
    void attempt(stall, { timeoutMs: Infinity });
    void attempt(stall, { timeoutMs: 2 ** 31 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the signal', () => {
  it.each([
    ['fetch', stall],
    ['the body', stallInBody],
    ['a fetch that does not heed signals', () => new Promise<Response>(() => {})],
  ])('ends %s and keeps its reason', async (_, reply) => {
    const controller = new AbortController();
    const outcome = attempt(reply, { signal: controller.signal });
    const reason = new Error('the user left');
    controller.abort(reason);
    expect(await outcome).toEqual({ kind: 'aborted', cause: reason });
  });

  it('ends what fetch still does, and so does the time limit', async () => {
    const signals: AbortSignal[] = [];
    const deaf: FakeReply = (_, init) => {
      signals.push(init.signal);
      return new Promise<Response>(() => {});
    };
    const controller = new AbortController();
    const aborted = attempt(deaf, { signal: controller.signal });
    controller.abort();
    expect([(await aborted).kind, (await attempt(deaf, { timeoutMs: 1 })).kind]).toEqual([
      'aborted',
      'timeout',
    ]);
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
  });

  it('is not listened to any more after 10 000 attempts', async () => {
    const { signal } = new AbortController();
    for (let count = 0; count < 10_000; count++) await attempt(count % 2 ? json({}) : disconnect, { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('also ends a body that the caller reads', async () => {
    const controller = new AbortController();
    const outcome = await attempt(stallInBody, { signal: controller.signal, wantsBody: false });
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    const text = outcome.response.text();
    const reason = new Error('the user left');
    controller.abort(reason);
    await expect(text).rejects.toBe(reason);
  });

  it('is let go with a reply that nobody read', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { signal } = new AbortController();
    const listen = async () => void (await attempt(json({}), { signal, wantsBody: false }));
    await listen();
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await vi.waitFor(() => {
      collectGarbage();
      expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    }, 10_000);
  });
});
