import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../errors/api-error.ts';
import { UsageError } from '../errors/field-inspection-error.ts';
import { createTestClient } from '../testing/create-test-client.ts';
import { json, problem } from '../testing/fake-fetch.ts';

const session = { id: 'ses_1' };
const limits = {
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '59',
  'x-ratelimit-reset': '1763640060',
};

describe('ApiPromise', () => {
  it('is a promise of the parsed result', async () => {
    const { client } = createTestClient([json(session)]);
    const call = client.sessions.get('ses_1');
    expect(await Promise.all([call, call.then(({ id }) => id)])).toEqual([session, 'ses_1']);
  });

  it('sends the call though nobody waits, and once however often it is awaited', async () => {
    const { client, requests } = createTestClient([json(session)]);
    const call = client.sessions.end('ses_1');
    await Promise.resolve();
    expect(requests).toHaveLength(1);
    await call;
    await call;
    expect(requests).toHaveLength(1);
  });

  it('catches and finishes like any promise', async () => {
    const { client } = createTestClient([problem(404, 'not_found')]);
    let finished = 0;
    const status = await client.sessions
      .get('ses_1')
      .finally(() => finished++)
      .catch((error: unknown) => (error as NotFoundError).status);
    expect([status, finished]).toEqual([404, 1]);
    expect(await client.sessions.get('ses_2').catch(() => 'caught')).toBe('caught');
  });

  it('gives what came around the result', async () => {
    const { client } = createTestClient([json(session, { status: 201, headers: limits })]);
    const result = await client.sessions.create().withResponse();
    expect(result).toMatchObject({
      data: session,
      requestId: 'req_1',
      rateLimit: { limit: 60, remaining: 59, reset: new Date('2025-11-20T12:01:00Z') },
      attempts: [{ status: 201, requestId: 'req_1', delayMs: null }],
    });
    expect(result.response.status).toBe(201);
  });

  it('of a reply without a body gives undefined', async () => {
    const { client } = createTestClient([() => new Response(null, { status: 204 })]);
    expect(await client.webhookEndpoints.delete('end_1')).toBeUndefined();
  });
});

describe('asResponse', () => {
  it('gives the reply with its body unread', async () => {
    const { client } = createTestClient([json(session)]);
    const response = await client.sessions.get('ses_1').asResponse();
    expect(await response.json()).toEqual(session);
  });

  it('throws refusals all the same', async () => {
    const { client } = createTestClient([problem(404, 'not_found')]);
    await expect(client.sessions.get('ses_1').asResponse()).rejects.toThrow(NotFoundError);
  });

  it('says so when it comes too late, or when the body was handed out', async () => {
    const { client } = createTestClient([json(session)]);
    const late = client.sessions.get('ses_1');
    await late;
    await expect(late.asResponse()).rejects.toThrow('asResponse() came too late');
    const handedOut = client.sessions.get('ses_1');
    await handedOut.asResponse();
    await expect(handedOut).rejects.toThrow(UsageError);
  });
});

it('never prints the key', async () => {
  const { client } = createTestClient([json(session)]);
  const call = client.sessions.get('ses_1');
  await call;
  for (const value of [client, client.sessions, call]) {
    const options = { depth: Infinity, showHidden: true };
    expect(inspect(value, options) + JSON.stringify(value)).not.toContain('fis_secret');
  }
});
