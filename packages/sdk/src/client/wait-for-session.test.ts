import { describe, expect, it } from 'vitest';
import { FieldInspection } from '../client.ts';
import { NotFoundError, PermissionDeniedError } from '../errors/api-error.ts';
import { UsageError } from '../errors/field-inspection-error.ts';
import { AbortError, ConnectionError, DeadlineExceededError } from '../errors/request-error.ts';
import { createFakeService, type FakeServiceOptions } from '../fake/create-fake-service.ts';
import { type SessionMilestone, UnreachableStateError } from './wait-for-session.ts';

function openWorld(options: FakeServiceOptions = {}) {
  const service = createFakeService({ now: new Date('2026-11-20T12:00:00Z'), ...options });
  const startedAtMs = +service.now();
  const plans: { afterMs: number; act: () => unknown }[] = [];
  const waits: number[] = [];
  const runtime = {
    ...service.clientOptions.runtime,
    random: () => 0,
    sleep: async (ms: number) => {
      waits.push(ms);
      service.advance(ms);
      const due = plans.filter(({ afterMs }) => startedAtMs + afterMs <= +service.now());
      for (const plan of due) await plans.splice(plans.indexOf(plan), 1)[0]!.act();
    },
  };
  const client = new FieldInspection({ ...service.clientOptions, runtime });
  return {
    service,
    client,
    waits,
    after: (afterMs: number, act: () => unknown) => void plans.push({ afterMs, act }),
    readElapsed: () => +service.now() - startedAtMs,
  };
}

type World = ReturnType<typeof openWorld>;

/** Joined after 10 s, ended after 20 s, anchored after 40 s, completed after 80 s. */
async function planInspection({ service, client, after }: World) {
  const { id } = await client.sessions.create();
  const invite = await client.participants.create(id);
  after(10_000, () => service.join(invite.id));
  after(20_000, () => client.sessions.end(id));
  after(40_000, () => service.anchor(id));
  after(80_000, () => service.makeReports(id));
  return id;
}

const STATES: readonly SessionMilestone[] = ['joined', 'ended', 'anchored', 'completed'];

describe('client.sessions.waitFor', () => {
  it.each([
    ['joined', 'open', 10_000],
    ['ended', 'closed', 20_000],
    ['anchored', 'closed', 40_000],
    ['completed', 'closed', 80_000],
  ] as const)('resolves with the session once it is %s', async (state, status, afterMs) => {
    const world = openWorld();
    const id = await planInspection(world);
    expect(await world.client.sessions.waitFor(id, state)).toMatchObject({ id, status });
    expect(world.readElapsed()).toBeGreaterThanOrEqual(afterMs);
    expect(world.readElapsed()).toBeLessThan(afterMs + 30_000);
  });

  it.each(STATES)('resolves at once with one request or two when it is %s already', async (state) => {
    const { service, client, waits } = openWorld();
    const { id } = await client.sessions.create();
    service.join((await client.participants.create(id)).id);
    await client.sessions.end(id);
    service.anchor(id);
    service.makeReports(id);
    const before = service.requests.length;
    expect((await client.sessions.waitFor(id, state)).id).toBe(id);
    expect(waits).toEqual([]);
    expect(service.requests.length - before).toBe(state === 'anchored' ? 2 : 1);
  });

  it('looks ever less often, up to 30 s, and asks a closed session for nothing but what is open', async () => {
    const { service, client, waits } = openWorld();
    const { id } = await client.sessions.create();
    await client.sessions.end(id);
    const before = service.requests.length;
    await expect(client.sessions.waitFor(id, 'anchored', { deadlineMs: 300_000 })).rejects.toThrow();
    expect(waits.slice(0, 4)).toEqual([1000, 1500, 2250, 3375]);
    expect(waits.slice(9, 12)).toEqual([30_000, 30_000, 30_000]);
    const asked = service.requests.slice(before).map(({ path }) => path);
    expect(asked[0]).toBe(`/api/v1/public/sessions/${id}`);
    expect(new Set(asked.slice(1))).toEqual(new Set([`/v1/evidence/${id}`]));
  });

  it('is completed once the report is ready, which the session itself says, and not by its end', async () => {
    const { service, client } = openWorld();
    const { id } = await client.sessions.create();
    const before = service.requests.length + 1;
    await client.sessions.end(id);
    const call = client.sessions.waitFor(id, 'completed', { deadlineMs: 10_000 });
    await expect(call).rejects.toBeInstanceOf(DeadlineExceededError);
    expect((await client.v1.inspections.get(id)).completed_at).not.toBeNull();
    service.makeReports(id);
    expect((await client.sessions.waitFor(id, 'completed')).report).toMatchObject({ status: 'ready' });
    const asked = service.requests.slice(before).filter(({ path }) => !path.startsWith('/v1/'));
    expect(new Set(asked.map(({ path }) => path))).toEqual(new Set([`/api/v1/public/sessions/${id}`]));
  });
});

describe('waitFor ends', () => {
  it('with a DeadlineExceededError at the deadline, which has method and path, after a last look shortly before', async () => {
    const { client, waits, readElapsed } = openWorld();
    const { id } = await client.sessions.create();
    const call = client.sessions.waitFor(id, 'ended', { deadlineMs: 60_000 });
    await expect(call).rejects.toBeInstanceOf(DeadlineExceededError);
    await expect(call).rejects.toThrow(`Session ${id} (created) is not ended after 60000 ms`);
    await expect(call).rejects.toMatchObject({ method: 'GET', path: `/api/v1/public/sessions/${id}` });
    expect(readElapsed()).toBe(59_000);
    expect(waits.length).toBeGreaterThan(5);
  });

  it('by the client’s deadlineMs where the call has none', async () => {
    const { client } = openWorld();
    const { id } = await client.sessions.create();
    const call = client.withOptions({ deadlineMs: 5000 }).sessions.waitFor(id, 'ended');
    await expect(call).rejects.toThrow('after 5000 ms');
  });

  it.each(STATES)('at once when the session expired and can not be %s any more', async (state) => {
    const { service, client, after, waits } = openWorld();
    const { id } = await client.sessions.create();
    after(3000, () => service.expire(id));
    const call = client.sessions.waitFor(id, state);
    await expect(call).rejects.toBeInstanceOf(UnreachableStateError);
    await expect(call).rejects.toMatchObject({
      state,
      status: 'expired',
      message: `Session ${id} (expired) will not be ${state} any more`,
    });
    expect(waits).toEqual([1000, 1500, 2250]);
  });

  it('at once when it was ended before anybody joined', async () => {
    const { client } = openWorld();
    const { id } = await client.sessions.create();
    await client.sessions.end(id);
    await expect(client.sessions.waitFor(id, 'joined')).rejects.toBeInstanceOf(UnreachableStateError);
  });

  it('at once when every authority failed', async () => {
    const { service, client } = openWorld();
    const { id } = await client.sessions.create();
    await client.sessions.end(id);
    const anchors = [{ status: 'failed' }, { status: 'failed' }];
    const failing = client.withOptions({
      fetch: async (url, init) =>
        url.includes('/v1/evidence/') ? Response.json({ anchors }) : service.fetch(url, init),
    });
    await expect(failing.sessions.waitFor(id, 'anchored')).rejects.toBeInstanceOf(UnreachableStateError);
  });

  it('with an AbortError in the middle of a wait', async () => {
    const { client, after, waits } = openWorld();
    const { id } = await client.sessions.create();
    const controller = new AbortController();
    after(2000, () => controller.abort('the user left'));
    const call = client.sessions.waitFor(id, 'ended', { signal: controller.signal });
    await expect(call).rejects.toBeInstanceOf(AbortError);
    await expect(call).rejects.toMatchObject({ cause: 'the user left' });
    expect(waits).toEqual([1000, 1500]);
  });

  it('with the refusal for a session that there is not, or a scope that the key has not', async () => {
    const { service, client } = openWorld();
    const missing = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
    await expect(client.sessions.waitFor(missing, 'ended')).rejects.toBeInstanceOf(NotFoundError);
    const { id } = await client.sessions.create();
    await client.sessions.end(id);
    const reader = client.withOptions({ apiKey: service.createApiKey({ scopes: ['sessions:read'] }) });
    await expect(reader.sessions.waitFor(id, 'anchored')).rejects.toBeInstanceOf(PermissionDeniedError);
  });

  it.each(['closed', 'toString', undefined, 7])(
    'with a UsageError for %o, which is no state',
    async (state) => {
      const { service, client } = openWorld();
      await expect(client.sessions.waitFor('a', state as never)).rejects.toBeInstanceOf(UsageError);
      expect(service.requests).toEqual([]);
    },
  );
});

describe('waitFor is polite', () => {
  it('waits as long as Retry-After says, and goes on', async () => {
    const { service, client, waits, after } = openWorld();
    const { id } = await client.sessions.create();
    after(1000, () => client.sessions.end(id));
    service.failNext({ kind: 'rate_limited', retryAfterSeconds: 90 });
    expect((await client.sessions.waitFor(id, 'ended')).status).toBe('closed');
    expect(waits[0]).toBe(90_000);
  });

  it('ends at once when Retry-After reaches beyond the deadline', async () => {
    const { service, client, waits } = openWorld();
    const { id } = await client.sessions.create();
    service.failNext({ kind: 'rate_limited', retryAfterSeconds: 90 });
    const call = client.sessions.waitFor(id, 'ended', { deadlineMs: 60_000 });
    await expect(call).rejects.toBeInstanceOf(DeadlineExceededError);
    await expect(call).rejects.toMatchObject({ cause: { code: 'rate_limited' } });
    expect(waits).toEqual([]);
  });

  it('spreads what the key has left over the window, so that no 429 comes', async () => {
    const { service, client, waits } = openWorld({ requestsPerMinute: 4 });
    const { id } = await client.sessions.create();
    const call = client.sessions.waitFor(id, 'ended', { deadlineMs: 170_000, maxRetries: 0 });
    const error: unknown = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DeadlineExceededError);
    // 3 requests are left after the first look, with 60 s to go.
    expect(waits[0]).toBe(20_000);
    expect(service.requests.length).toBeLessThanOrEqual(12);
    expect((error as DeadlineExceededError).cause).toBeUndefined();
  });

  it('goes on after failures that may pass', async () => {
    const { service, client, after } = openWorld();
    const { id } = await client.sessions.create();
    after(6000, () => client.sessions.end(id));
    const lost = { kind: 'network_error' } as const;
    service.failNext(lost, lost, lost, { kind: 'server_error' }, { kind: 'cut_body' });
    expect((await client.sessions.waitFor(id, 'ended', { maxRetries: 0 })).status).toBe('closed');
    service.failNext(lost);
    await expect(client.sessions.get(id, { maxRetries: 0 })).rejects.toBeInstanceOf(ConnectionError);
  });
});
