import type { FieldInspection } from '@field-inspection/sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { useWorlds, type World } from './fake-and-real/use-worlds.ts';
import { readRefusal, refusal } from './read-refusal.ts';

const UNKNOWN = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
const MALFORMED = 'no-uuid';
const TIMES = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const notFound = refusal(404, 'not_found');
const inAnHour = ({ now }: World) => new Date(now().getTime() + 3_600_000).toISOString();

describe.each(useWorlds())('%s', (_, open) => {
  let world: World;
  let client: FieldInspection;
  beforeAll(async () => {
    world = await open();
    ({ client } = world);
  });

  it('creates a session, gives it back, changes it and ends it', async () => {
    const scheduled_for = inAnHour(world);
    const session = await client.sessions.create({ notes: 'Roof', locale: 'pt-BR', scheduled_for });
    expect(session).toEqual({
      id: expect.any(String) as string,
      status: 'created',
      operator_email: 'operator@example.com',
      scheduled_for,
      started_at: null,
      ended_at: null,
      notes: 'Roof',
      type: '',
      reference: '',
      site_address: '',
      metadata: {},
      shots: [],
      contact: null,
      report_recipients: [],
      locale: 'pt',
      consent_state: { camera: 'pending', gps: 'pending' },
      unsent_items: 0,
      campaign: null,
      template: null,
      template_version: null,
      outcome: null,
      report: null,
      on_hold: false,
      redacted_at: null,
      created_at: expect.stringMatching(TIMES) as string,
      updated_at: expect.stringMatching(TIMES) as string,
    });
    expect(await client.sessions.get(session.id)).toEqual(session);
    const changed = await client.sessions.update(session.id, { notes: 'Wall', scheduled_for: null });
    expect(changed).toMatchObject({ notes: 'Wall', scheduled_for: null, locale: 'pt' });
    const ended = await client.sessions.end(session.id);
    expect(ended).toMatchObject({ status: 'closed', ended_at: expect.stringMatching(TIMES) as string });
    // The session's report may have begun meanwhile.
    const { report: _, ...same } = ended;
    expect(await client.sessions.end(session.id)).toMatchObject(same);
  });

  it('refuses what a session’s state does not allow', async () => {
    const { id } = await client.sessions.create();
    expect(await readRefusal(client.sessions.startRecording(id))).toEqual(
      refusal(409, 'session.invalid_state'),
    );
    expect(await readRefusal(client.sessions.stopRecording(id))).toEqual(
      refusal(409, 'session.invalid_state'),
    );
    await client.sessions.end(id);
    const ended = refusal(409, 'session.already_ended');
    expect(await readRefusal(client.sessions.update(id, { notes: 'x' }))).toEqual(ended);
    expect(await readRefusal(client.sessions.startRecording(id))).toEqual(ended);
    expect(await readRefusal(client.participants.create(id))).toEqual(ended);
  });

  it('names each part of a body and of a query that is not valid', async () => {
    const body = {
      notes: 'x'.repeat(4001),
      locale: 'xx' as 'en',
      campaign: 'c',
      scheduled_for: '2030-01-01',
      color: 'red',
    };
    expect(await readRefusal(client.sessions.create(body))).toEqual(
      refusal(400, 'validation_error', [
        ['body.notes', 'too_big'],
        ['body.scheduled_for', 'invalid_format'],
        ['body.locale', 'invalid_value'],
        ['body.campaign', 'invalid_format'],
        ['body.color', 'unrecognized_keys'],
      ]),
    );
    const rule = (path: string, code: string) => refusal(400, 'validation_error', [[path, code]]);
    expect(await readRefusal(client.sessions.create({ campaign: UNKNOWN }))).toEqual(
      rule('body.campaign', 'not_found'),
    );
    expect(await readRefusal(client.sessions.create({ scheduled_for: '2020-01-01T00:00:00Z' }))).toEqual(
      rule('body.scheduled_for', 'too_early'),
    );
    expect(await readRefusal(client.campaigns.create({ name: '' }))).toEqual(rule('body.name', 'too_small'));
    expect(await readRefusal(client.campaigns.create({} as never))).toEqual(
      rule('body.name', 'invalid_type'),
    );
    const { id } = await client.sessions.create();
    for (const nothing of [undefined, null, []])
      expect(await readRefusal(client.sessions.update(id, nothing as never))).toEqual(
        rule('body', 'invalid_type'),
      );
    expect(await readRefusal(client.sessions.list({ limit: 101 }))).toEqual(rule('query.limit', 'too_big'));
    expect(await readRefusal(client.sessions.list({ status: 'x' as never }))).toEqual(
      rule('query.status', 'invalid_value'),
    );
  });

  it('knows no resource by a wrong id, and no key but its own', async () => {
    for (const id of [UNKNOWN, MALFORMED]) {
      expect(await readRefusal(client.sessions.get(id))).toEqual(notFound);
      expect(await readRefusal(client.sessions.update(id, {}))).toEqual(notFound);
      expect(await readRefusal(client.campaigns.get(id))).toEqual(notFound);
      expect(await readRefusal(client.participants.list(id))).toEqual(notFound);
      expect(await readRefusal(client.webhookEndpoints.delete(id))).toEqual(notFound);
    }
    const stranger = world.clientOf('fis_unknown');
    expect(await readRefusal(stranger.sessions.list())).toEqual(refusal(401, 'unauthenticated'));
  });

  it('lists newest first by pages, and refuses a cursor of other filters', async () => {
    const campaign = await client.campaigns.create({ name: 'Roofs', description: 'All' });
    expect(await client.campaigns.get(campaign.id)).toEqual(campaign);
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) {
      ids.unshift((await client.sessions.create({ campaign: campaign.id })).id);
      world.advance(1);
    }
    const query = { campaign: campaign.id, limit: 2 };
    const pages: string[][] = [];
    for await (const { data } of client.sessions.list(query).iterPages())
      pages.push(data.map(({ id }) => id));
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    const { nextCursor, rateLimit } = await client.sessions.list(query);
    expect(rateLimit?.reset).toBeInstanceOf(Date);
    const other = client.sessions.list({ limit: 2, cursor: nextCursor! });
    expect(await readRefusal(other)).toEqual(refusal(400, 'invalid_cursor'));
    expect(await readRefusal(client.sessions.list({ cursor: 'x' }))).toEqual(refusal(400, 'invalid_cursor'));
    await client.sessions.end(ids[2]!);
    expect((await client.sessions.list({ ...query, status: 'closed' })).data.map(({ id }) => id)).toEqual([
      ids[2],
    ]);
  });

  it('resumes a list where it was left', async () => {
    const { id } = await client.sessions.create();
    for (let at = 0; at < 4; at++) {
      await client.participants.create(id, { recipient_first_name: `P${at}` });
      world.advance(1);
    }
    let items = client.participants.list(id, { limit: 3 })[Symbol.asyncIterator]();
    const names: string[] = [];
    for (;;) {
      const { done, value } = await items.next();
      if (done) break;
      names.push(value.recipient_first_name);
      items = client.participants.list(id, {}, { resume: items.checkpoint() })[Symbol.asyncIterator]();
    }
    expect(names).toEqual(['P3', 'P2', 'P1', 'P0']);
  });

  it('mints, lists, reissues and revokes invites', async () => {
    const { id } = await client.sessions.create();
    const body = { recipient_first_name: 'Ada', recipient_email: 'ada@example.com', ttl_minutes: 60 };
    const minted = await client.participants.create(id, body);
    const { join_url, otp_code, messages, ...invite } = minted;
    expect(invite).toEqual({
      id: expect.any(String) as string,
      session: id,
      role: 'field',
      status: 'pending',
      expires_at: new Date(Date.parse(invite.created_at) + 3_600_000).toISOString(),
      recipient_first_name: 'Ada',
      recipient_last_name: '',
      recipient_email: 'ada@example.com',
      recipient_phone: '',
      otp_required: true,
      otp_expires_at: new Date(Date.parse(invite.created_at) + 600_000).toISOString(),
      joined_at: null,
      done_at: null,
      consent_state: { camera: 'pending', microphone: 'pending', gps: 'pending', recording: 'pending' },
      created_at: expect.stringMatching(TIMES) as string,
    });
    expect([join_url, otp_code]).toEqual([
      expect.stringContaining(`/join/${id}#`) as string,
      expect.stringMatching(/^\d{6}$/) as string,
    ]);
    expect(messages).toMatchObject([{ kind: 'otp', channel: 'email', status: 'queued', reason: null }]);
    expect((await client.participants.list(id)).data).toMatchObject([
      { ...invite, messages: [{ kind: 'otp' }] },
    ]);
    const again = await client.participants.reissue(id, invite.id);
    expect([again.id, again.join_url === join_url]).toEqual([invite.id, false]);
    const bare = await client.participants.create(id, { recipient_phone: '+39 333 123 4567' });
    expect([bare.recipient_phone, bare.otp_required]).toEqual(['+393331234567', true]);
    expect((await client.participants.create(id)).otp_code).toBeNull();
    await client.participants.revoke(id, invite.id);
    await client.participants.revoke(id, invite.id);
    const { data } = await client.participants.list(id);
    expect(data.find((each) => each.id === invite.id)?.status).toBe('revoked');
    expect(await readRefusal(client.participants.reissue(id, invite.id))).toEqual(
      refusal(410, 'invite_expired'),
    );
    const sent = client.participants.create(id, { send_email: true });
    expect(await readRefusal(sent)).toEqual(
      refusal(400, 'validation_error', [['body.send_email', 'invalid_value']]),
    );
    await client.sessions.end(id);
    const left = (await client.participants.list(id)).data.filter((each) => each.id !== invite.id);
    expect(left.map(({ status }) => status)).toEqual(['expired', 'expired']);
  });

  it('keeps webhook endpoints: secret shown once, paused, rotated, deleted', async () => {
    const url = 'https://example.com/hooks';
    const created = await client.webhookEndpoints.create({ url, event_types: ['session.created'] });
    const { signing_secret, ...endpoint } = created;
    expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.any(String) as string,
      kind: 'push',
      url,
      description: '',
      event_types: ['session.created'],
      active: true,
      paused_reason: null,
      paused_at: null,
      created_at: expect.stringMatching(TIMES) as string,
    });
    expect(await client.webhookEndpoints.get(endpoint.id)).toEqual(endpoint);
    expect((await client.webhookEndpoints.list()).data).toContainEqual(endpoint);
    expect(await client.webhookEndpoints.test(endpoint.id)).toMatchObject({
      endpoint: endpoint.id,
      event_type: 'ping',
      status: 'pending',
      sequence: 1,
      attempt_count: 0,
    });
    const rotated = await client.webhookEndpoints.update(endpoint.id, { rotate_secret: true, active: false });
    expect(rotated).toEqual({
      ...endpoint,
      active: false,
      paused_reason: 'you',
      paused_at: expect.stringMatching(TIMES) as string,
      signing_secret: expect.stringMatching(/^whsec_/) as string,
    });
    expect(await readRefusal(client.webhookEndpoints.test(endpoint.id))).toEqual(
      refusal(409, 'endpoint_paused'),
    );
    await client.webhookEndpoints.delete(endpoint.id);
    expect(await readRefusal(client.webhookEndpoints.get(endpoint.id))).toEqual(notFound);
    const plain = client.webhookEndpoints.create({ url: 'http://example.com/hooks' });
    expect(await readRefusal(plain)).toEqual(refusal(400, 'validation_error', [['body.url', 'blocked_url']]));
    const wrong = client.webhookEndpoints.create({ url, event_types: ['x' as never] });
    expect(await readRefusal(wrong)).toMatchObject({ status: 400, code: 'validation_error' });
  });

  it('does a write once under its key, and tells another body under it', async () => {
    const idempotencyKey = `order-${crypto.randomUUID()}`;
    const first = await client.sessions.create({ notes: 'Roof' }, { idempotencyKey });
    await client.sessions.end(first.id);
    const again = await client.sessions.create({ notes: 'Roof' }, { idempotencyKey }).withResponse();
    expect(again.data).toEqual(first);
    expect([
      again.response.status,
      again.response.headers.get('idempotent-replayed'),
      again.response.headers.get('idempotency-key'),
    ]).toEqual([201, 'true', idempotencyKey]);
    const other = client.sessions.create({ notes: 'Wall' }, { idempotencyKey });
    expect(await readRefusal(other)).toEqual(refusal(422, 'idempotency_key_reused'));
    const otherRoute = await client.campaigns.create({ name: 'Roofs' }, { idempotencyKey });
    expect(otherRoute.name).toBe('Roofs');
  });

  it('keeps no reply of a write that was refused', async () => {
    const idempotencyKey = `order-${crypto.randomUUID()}`;
    const session = await client.sessions.create();
    const early = client.sessions.update(
      session.id,
      { scheduled_for: '2020-01-01T00:00:00Z' },
      { idempotencyKey },
    );
    expect(await readRefusal(early)).toMatchObject({ code: 'validation_error' });
    const later = { scheduled_for: inAnHour(world) };
    expect(await client.sessions.update(session.id, later, { idempotencyKey })).toMatchObject(later);
  });
});
