import type { FieldInspection } from '@field-inspection/sdk';
import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRefusal, refusal } from '../read-refusal.ts';
import { useWorlds, type World } from './use-worlds.ts';

const UNKNOWN = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const notFound = refusal(404, 'not_found');
const denied = refusal(403, 'permission_denied');
const wrong = (path: string, code: string) => refusal(400, 'validation_error', [[path, code]]);
const text = expect.any(String) as string;

describe.each(useWorlds())('%s', (_, open) => {
  let world: World;
  let client: FieldInspection;
  beforeEach(async () => {
    world = await open();
    ({ client } = world);
  });

  it('creates an inspection with its link; it is the same session in other words', async () => {
    const participant = {
      name: 'Ada Rossi',
      channel: 'email' as const,
      email: `${crypto.randomUUID()}@example.com`,
    };
    const created = await client.v1.inspections.create({ type: 'roof', reference: 'R-1', participant });
    expect(created).toEqual({ id: text, status: 'pending', join_url: text, expires_at: text });
    const { id } = created;
    const inspection = await client.v1.inspections.get(id);
    expect(inspection).toEqual({
      id,
      status: 'pending',
      type: 'roof',
      reference: 'R-1',
      metadata: {},
      shots: [],
      site_address: '',
      contact: null,
      report_recipients: [],
      template: null,
      template_version: null,
      expires_at: created.expires_at,
      created_at: text,
      completed_at: null,
      report: null,
    });
    expect((await client.sessions.get(id)).status).toBe('created');
    const [invite] = (await client.participants.list(id)).data;
    expect(invite).toMatchObject({
      recipient_first_name: 'Ada',
      recipient_last_name: 'Rossi',
      recipient_email: participant.email,
      otp_required: true,
    });
    expect(await world.join(created.join_url)).toMatchObject({
      status: 401,
      body: { detail: 'otp_required' },
    });
    const ended = await client.v1.inspections.end(id);
    expect(ended).toEqual({ ...inspection, status: 'completed', completed_at: text });
    expect(ended.completed_at).toBe((await client.sessions.get(id)).ended_at);
    expect((await client.sessions.get(id)).status).toBe('closed');
    const twice = client.v1.inspections.end(id);
    expect(await readRefusal(twice)).toEqual(refusal(409, 'session.already_ended'));
  });

  it('creates many: what one is refused with stands in its row, and a repeat tells the same', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const sessions = [
      {
        notes: 'Roof',
        locale: 'de' as const,
        participant: { channel: 'email' as const, email, send_code: false },
      },
      { participant: { channel: 'sms' as const, phone: '' } },
      { campaign: UNKNOWN },
    ];
    const options = { idempotencyKey: crypto.randomUUID() };
    const made = await client.v1.inspections.createMany({ sessions }, options);
    expect(made.data).toEqual([
      {
        index: 0,
        inspection: { id: text, status: 'pending', join_url: text, expires_at: text },
        problem: null,
      },
      {
        index: 1,
        inspection: null,
        problem: {
          status: 400,
          code: 'validation_error',
          detail: text,
          errors: [expect.objectContaining({ path: 'body.participant.phone' })],
        },
      },
      {
        index: 2,
        inspection: null,
        problem: {
          status: 400,
          code: 'validation_error',
          detail: text,
          errors: [expect.objectContaining({ path: 'body.campaign' })],
        },
      },
    ]);
    expect(await client.v1.inspections.createMany({ sessions }, options)).toEqual(made);
    const { id, join_url } = made.data[0]!.inspection!;
    expect(await client.sessions.get(id)).toMatchObject({ notes: 'Roof', locale: 'de' });
    const [invite] = (await client.participants.list(id)).data;
    expect(invite!.messages.map(({ kind }) => kind)).toEqual(['invite']);
    expect(await world.join(join_url)).toMatchObject({
      status: 401,
      body: { detail: 'otp_required', channels: [], channel_hint_email: null },
    });
    const tooMany = client.v1.inspections.createMany({ sessions: Array.from({ length: 101 }, () => ({})) });
    expect(await readRefusal(tooMany)).toEqual(wrong('body.sessions', 'too_big'));
  });

  it('asks for what is missing by a new invite of the same person', async () => {
    const shots = [
      { slot: 'roof', label: { en: 'The roof' } },
      { slot: 'cellar', label: { en: 'The cellar' }, required: false },
    ];
    const { id } = await client.sessions.create({ shots });
    const ask = (body?: object) => client.v1.inspections.requestMore(id, body);
    expect(await readRefusal(ask())).toEqual(refusal(409, 'session.invalid_state'));
    const recipient_email = `${crypto.randomUUID()}@example.com`;
    const first = await client.participants.create(id, { recipient_email });
    world.advance(1);
    const asked = await ask();
    expect(asked).toMatchObject({ recipient_email, slots: ['roof'], otp_required: true, status: 'pending' });
    expect(asked.messages.map(({ kind }) => kind)).toEqual(['invite', 'otp']);
    expect(asked.id).not.toBe(first.id);
    expect((await ask({ slots: ['cellar'], invite: first.id })).slots).toEqual(['cellar']);
    expect(await readRefusal(ask({ slots: ['attic'] }))).toEqual(
      refusal(400, 'validation_error', [['body.slots.0', 'invalid_value']]),
    );
    await client.participants.revoke(id, first.id);
    expect(await readRefusal(ask({ invite: first.id }))).toEqual(refusal(410, 'invite_expired'));
    await client.sessions.end(id);
    expect(await readRefusal(ask())).toEqual(refusal(409, 'session.already_ended'));
  });

  it('lists those of both families by their state, newest first', async () => {
    const ids: string[] = [];
    ids.unshift((await client.v1.inspections.create()).id);
    world.advance(1);
    ids.unshift((await client.sessions.create()).id);
    world.advance(1);
    ids.unshift((await client.v1.inspections.create()).id);
    await client.sessions.end(ids[2]!);
    const listed = await client.v1.inspections.list({ limit: 1 }).toArray({ limit: 9 });
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(listed.map(({ type, reference }) => type + reference)).toEqual(['', '', '']);
    expect(listed[1]!.expires_at).toBeNull();
    const completed = await client.v1.inspections.list({ status: 'completed' });
    expect(completed.data.map(({ id }) => id)).toEqual([ids[2]]);
    const strange = client.v1.inspections.list({ status: 'closed' as never });
    expect(await readRefusal(strange)).toEqual(wrong('query.status', 'invalid_value'));
    for (const id of [UNKNOWN, 'no-uuid']) {
      expect(await readRefusal(client.v1.inspections.get(id))).toEqual(notFound);
      expect(await readRefusal(client.v1.inspections.end(id))).toEqual(notFound);
    }
  });

  it('names what is not right about a participant', async () => {
    const invite = (participant: object) =>
      readRefusal(client.v1.inspections.create({ participant } as never));
    expect(await invite({})).toEqual(wrong('body.participant.channel', 'invalid_value'));
    expect(await invite({ channel: 'sms' })).toEqual(wrong('body.participant.phone', 'invalid_value'));
    expect(await invite({ channel: 'email', email: 'a@example.com', phone: '+393331234567' })).toEqual(
      wrong('body.participant.phone', 'invalid_value'),
    );
    expect(await invite({ channel: 'sms', phone: '12' })).toEqual(
      wrong('body.participant.phone', 'invalid_value'),
    );
    expect(await invite({ channel: 'sms', phone: '+393331234567', age: 5 })).toEqual(
      wrong('body.participant.age', 'unrecognized_keys'),
    );
    expect((await client.v1.inspections.list()).data).toEqual([]);
  });

  it('counts against the same plan', async () => {
    ({ client } = await open({ plan: 'free' }));
    for (let count = 0; count < 3; count++) await client.v1.inspections.create();
    for (let count = 0; count < 2; count++) await client.sessions.create();
    const sixth = client.v1.inspections.create();
    expect(await readRefusal(sixth)).toEqual(refusal(402, 'billing.free_plan_minutes_exhausted'));
  });

  it('sends the events of a session to its callbacks, signed with the organisation’s secret', async () => {
    const first = await client.org.rotateCallbackSecret();
    expect(first).toEqual({ signing_secret: text, previous_expires_at: null });
    const url = `https://example.com/callbacks/${crypto.randomUUID()}`;
    const inspection = await client.v1.inspections.create({
      callbacks: { 'session.created': url, 'session.joined': url },
    });
    await client.v1.inspections.create();
    const [created, ...others] = await world.deliver(url, 204);
    expect(others).toEqual([]);
    const verify = (secrets: string) => verifyWebhook({ ...created!, secrets, now: world.now() });
    expect(verify(first.signing_secret)).toMatchObject({
      type: 'session.created',
      data: { id: inspection.id },
    });
    await world.join(inspection.join_url);
    const second = await client.org.rotateCallbackSecret();
    expect(second.previous_expires_at).toBe(new Date(world.now().getTime() + 86_400_000).toISOString());
    const [joined] = await world.deliver(url, 204);
    for (const secrets of [first.signing_secret, second.signing_secret])
      expect(verifyWebhook({ ...joined!, secrets, now: world.now() }).type).toBe('session.joined');
    expect((await client.webhookEndpoints.list()).data).toEqual([]);
    const limited = world.clientOf(await world.createKey(['sessions:write']));
    expect(
      await readRefusal(limited.v1.inspections.create({ callbacks: { 'session.created': url } })),
    ).toEqual(denied);
    expect((await limited.v1.inspections.create()).status).toBe('pending');
  });

  it('shows the same webhook endpoints, rotates and tests them', async () => {
    const { signing_secret: first, ...endpoint } = await client.v1.webhooks.create({
      url: 'https://example.com/hooks',
    });
    expect((await client.v1.webhooks.list()).data).toEqual([endpoint]);
    expect((await client.webhookEndpoints.list()).data).toEqual([endpoint]);
    const { signing_secret: second, ...rotated } = await client.v1.webhooks.rotate(endpoint.id);
    expect([rotated, second === first]).toEqual([endpoint, false]);
    expect(await client.v1.webhooks.test(endpoint.id)).toMatchObject({ event_type: 'ping', sequence: 1 });
    await client.webhookEndpoints.update(endpoint.id, { active: false });
    expect(await readRefusal(client.v1.webhooks.test(endpoint.id))).toEqual(refusal(409, 'endpoint_paused'));
    expect(await readRefusal(client.v1.webhooks.rotate(UNKNOWN))).toEqual(notFound);
  });

  it('has the evidence of a session without any: its chain, and nothing to list', async () => {
    const { id } = await client.sessions.create();
    expect(await client.evidence.get(id)).toEqual({
      session: id,
      pdf_url: null,
      audit_chain_hash: null,
      frozen_at: null,
      anchors: [],
      addenda: { head: null, length: 0, anchors: [] },
      missing_shots: [],
    });
    expect(await readRefusal(client.evidence.downloadBundle(id))).toEqual(refusal(409, 'evidence_not_ready'));
    expect(await readRefusal(client.reports.create(id))).toEqual(refusal(409, 'evidence_not_ready'));
    expect(await readRefusal(client.reports.download(id))).toEqual(refusal(409, 'evidence_not_ready'));
    await client.sessions.end(id);
    expect((await client.evidence.list({ session_id: id })).data).toEqual([]);
    expect((await client.whiteboards.list({ session_id: id })).data).toEqual([]);
    const chain = await client.evidence.listChain(id, { limit: 1 }).toArray({ limit: 9 });
    expect(chain.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['session.ended', 2],
      ['session.created', 1],
    ]);
    expect(await readRefusal(client.evidence.get(UNKNOWN))).toEqual(notFound);
    expect((await client.evidence.listAddenda(id)).data).toEqual([]);
    expect(await readRefusal(client.evidence.listChain(UNKNOWN))).toEqual(notFound);
    expect(await readRefusal(client.evidence.listAddenda(UNKNOWN))).toEqual(notFound);
    expect(await readRefusal(client.evidence.download(id, UNKNOWN))).toEqual(notFound);
    expect(await readRefusal(client.reports.get(id, UNKNOWN))).toEqual(notFound);
    expect(await readRefusal(client.reports.list(UNKNOWN))).toEqual(notFound);
    expect(await readRefusal(client.whiteboards.download(`${UNKNOWN}.svg`))).toEqual(notFound);
    const reader = world.clientOf(await world.createKey(['evidence:read']));
    expect(await readRefusal(reader.evidence.listChain(id))).toEqual(denied);
    expect(await readRefusal(reader.evidence.listAddenda(id))).toEqual(denied);
    expect(await readRefusal(reader.whiteboards.list())).toEqual(denied);
  });
});
