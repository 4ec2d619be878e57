import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { createCredential } from '../../testing/create-credential.ts';
import { DAY_MS, openRetainedOrganisation } from '../../testing/open-retained-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('GET /org/retention', () => {
  it('200: before the first change it is null, with what the plan lets at most, and has an ETag', async () => {
    const { client, seed } = await openRetainedOrganisation(server, 'free');
    const reply = await callApi({ ...server, seed }, 'GET /org/retention', { root: '/v1' });
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, '"0"']);
    expect(await client.retention.get()).toEqual({
      session_days: null,
      session_days_apply_from: null,
      recording_days: null,
      recording_days_apply_from: null,
      message_days: null,
      message_days_apply_from: null,
      message_days_max: 30,
      plan_days: 90,
      plan_days_apply_from: null,
      version: 0,
      updated_at: null,
    });
  });

  it('200: of an organisation that the daily job has not seen, each reply says the same under the same ETag', async () => {
    const { client } = await openRetainedOrganisation(server, 'free');
    const first = await client.retention.get();
    server.clock.advance(1_000);
    expect(await client.retention.get()).toEqual(first);
    expect(first.plan_days_apply_from).toBeNull();
  });
});

describe('PATCH /org/retention', () => {
  it('200: counts a day later; who changed it, and to what, is in the chain of the organisation', async () => {
    const { patch, client, seed, listFacts } = await openRetainedOrganisation(server);
    const at = server.clock.now();
    const reply = await patch({ session_days: 30 });
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, '"1"']);
    expect(reply.body).toMatchObject({
      session_days: 30,
      session_days_apply_from: new Date(at.getTime() + DAY_MS).toISOString(),
      version: 1,
      updated_at: at.toISOString(),
    });
    expect(await client.retention.get()).toEqual(reply.body);
    expect(await listFacts()).toContainEqual({
      kind: 'retention.changed',
      payload: { credential_id: seed.credentialId, version: 1, session_days: 30 },
    });
  });

  it('200: recordings have days of their own, which leave those of the sessions as they are', async () => {
    const { client, patch, listFacts } = await openRetainedOrganisation(server);
    await client.retention.update({ session_days: 30 });
    server.clock.advance(1_000);
    const { body } = await patch({ recording_days: 7 });
    expect(body).toMatchObject({
      session_days: 30,
      session_days_apply_from: new Date(server.clock.now().getTime() - 1_000 + DAY_MS).toISOString(),
      recording_days: 7,
      recording_days_apply_from: new Date(server.clock.now().getTime() + DAY_MS).toISOString(),
      version: 2,
    });
    expect((await listFacts()).at(-1)).toMatchObject({ payload: { version: 2, recording_days: 7 } });
    expect(await client.retention.update({ recording_days: null })).toMatchObject({
      session_days: 30,
      recording_days: null,
      recording_days_apply_from: null,
    });
  });

  it('200: what changes nothing is no change: neither version nor time nor chain', async () => {
    const { client, listFacts } = await openRetainedOrganisation(server);
    const first = await client.retention.update({ session_days: 30 });
    const facts = (await listFacts()).length;
    server.clock.advance(1_000);
    expect(await client.retention.update({ session_days: 30 })).toEqual(first);
    expect(await client.retention.update({})).toEqual(first);
    expect((await listFacts()).length).toBe(facts);
    expect(await client.retention.update({ session_days: null })).toMatchObject({
      session_days: null,
      session_days_apply_from: null,
      version: 2,
    });
  });

  it('412: of two editors at once one wins, and the other is told what to do', async () => {
    const { patch, client } = await openRetainedOrganisation(server);
    const replies = await Promise.all(
      [30, 40].map((session_days) => patch({ session_days }, { 'if-match': '"0"' })),
    );
    expect(replies.map(outcomeOf).sort()).toEqual(['200', '412 precondition_failed']);
    expect(replies.find(({ status }) => status === 412)!.body.detail).toBe(
      'The retention policy is at version 1 now. Get it, and send your change again with its ETag.',
    );
    expect(await client.retention.get()).toMatchObject({ version: 1 });
  });

  it('409: keeps nothing for longer than the plan, and what it had stays', async () => {
    const { patch, client } = await openRetainedOrganisation(server, 'free');
    await patch({ session_days: 90 });
    const reply = await patch({ session_days: 91 });
    expect(outcomeOf(reply)).toBe('409 retention.limit');
    expect(reply.body.detail).toBe(
      'The plan free keeps what a session holds of people for 90 days at most. Set fewer, or change the plan.',
    );
    expect(await client.retention.get()).toMatchObject({ session_days: 90, version: 1 });
  });

  it.each([
    ['fewer than 7 days', { session_days: 6 }],
    ['no days', { session_days: 0 }],
    ['more than a century', { session_days: 36_501 }],
    ['a part of a day', { session_days: 7.5 }],
    ['a text', { session_days: '30' }],
    ['a field that it does not know', { days: 30 }],
  ])('400: %s', async (_, body) => {
    const { patch } = await openRetainedOrganisation(server);
    expect(outcomeOf(await patch(body))).toBe('400 validation_error');
  });

  it('403: without retention:write', async () => {
    const { organisationId } = await openRetainedOrganisation(server);
    const { api_key } = await createCredential(server.context, {
      organisationId,
      name: 'reads',
      scopes: ['org:read'],
      operatorEmail: 'reads@example.com',
    });
    const client = server.clientOf(api_key);
    expect(await client.retention.get()).toMatchObject({ version: 0 });
    await expect(client.retention.update({ session_days: 30 })).rejects.toMatchObject({
      code: 'permission_denied',
    });
  });
});
