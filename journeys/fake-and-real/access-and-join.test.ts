import type { FieldInspection } from '@field-inspection/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRefusal, refusal } from '../read-refusal.ts';
import { useWorlds, type World } from './use-worlds.ts';

const exhausted = refusal(402, 'billing.free_plan_minutes_exhausted');
const pastDue = refusal(402, 'billing.subscription_past_due');
const denied = refusal(403, 'permission_denied');
const MISSING = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';

describe.each(useWorlds())('%s', (_, open) => {
  let world: World;
  let client: FieldInspection;
  beforeEach(async () => {
    world = await open();
    ({ client } = world);
  });

  it('lets a key do what its scopes say, and refuses the rest before it looks at it', async () => {
    const reader = world.clientOf(await world.createKey(['sessions:read']));
    const { id } = await client.sessions.create({ notes: 'Roof' });
    expect((await reader.sessions.get(id)).notes).toBe('Roof');
    expect(await readRefusal(reader.sessions.create({ notes: 5 } as never))).toEqual(denied);
    expect(await readRefusal(reader.sessions.end(id))).toEqual(denied);
    expect(await readRefusal(reader.participants.list(MISSING))).toEqual(denied);
    expect(await readRefusal(reader.campaigns.list())).toEqual(denied);
    expect(await readRefusal(reader.webhookEvents.list())).toEqual(denied);
  });

  it('refuses a day that no calendar has, a text that no database can hold, and a language that is not spoken', async () => {
    const body = {
      scheduled_for: '2027-02-30T12:00:00Z',
      notes: 'Roof\0',
      locale: 'xx' as 'en',
      campaign: 'none',
    };
    expect(await readRefusal(client.sessions.create(body))).toEqual(
      refusal(400, 'validation_error', [
        ['body.notes', 'invalid_value'],
        ['body.scheduled_for', 'invalid_format'],
        ['body.locale', 'invalid_value'],
        ['body.campaign', 'invalid_format'],
      ]),
    );
  });

  it('does a write under one key once for each API key', async () => {
    const other = world.clientOf(await world.createKey(['sessions:write']));
    const options = { idempotencyKey: 'one' };
    const sessions = [
      await client.sessions.create({}, options),
      await client.sessions.create({}, options),
      await other.sessions.create({}, options),
    ];
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
  });

  it.each(['free', 'pilot'] as const)('has five inspections on the plan %s, ended ones too', async (plan) => {
    ({ client } = await open({ plan }));
    const wrong = client.sessions.create({ campaign: MISSING });
    expect(await readRefusal(wrong)).toMatchObject({ code: 'validation_error' });
    for (let count = 0; count < 5; count++) await client.sessions.end((await client.sessions.create()).id);
    expect(await readRefusal(client.sessions.create())).toEqual(exhausted);
    expect((await client.sessions.list()).data).toHaveLength(5);
  });

  it('creates nothing while the subscription is past due, and does everything else', async () => {
    const { id } = await client.sessions.create();
    await world.setSubscription('past_due');
    expect(await readRefusal(client.sessions.create())).toEqual(pastDue);
    expect(await readRefusal(client.sessions.create({ campaign: MISSING }))).toEqual(pastDue);
    expect((await client.sessions.end(id)).status).toBe('closed');
    await world.setSubscription('active');
    expect((await client.sessions.create()).status).toBe('created');
  });

  it('gives the operator a media connection until the session ends', async () => {
    const { id } = await client.sessions.create();
    const connection = await client.sessions.createMediaConnection(id);
    expect(connection).toEqual({
      provider: 'p2p',
      url: expect.stringMatching(/^wss?:\/\/.*\/v1\/signalling$/) as string,
      token: expect.any(String) as string,
      room: id,
      identity: expect.stringMatching(/^operator-/) as string,
      expires_at: new Date(world.now().getTime() + 12 * 3_600_000).toISOString(),
      ice_servers: [],
      ice_transport_policy: 'all',
      permissions: { publish: ['microphone'], subscribe: true, data: true },
    });
    const again = await client.sessions.createMediaConnection(id);
    expect(again.identity).toBe(connection.identity);
    await client.sessions.end(id);
    const late = client.sessions.createMediaConnection(id);
    expect(await readRefusal(late)).toEqual(refusal(409, 'session.already_ended'));
  });

  it('records an open session and stops again', async () => {
    const { id } = await client.sessions.create();
    const { join_url, id: inviteId } = await client.participants.create(id);
    const joined = await world.join(join_url);
    expect(joined).toMatchObject({
      status: 200,
      body: {
        consent_state: { camera: 'pending', microphone: 'pending', gps: 'pending', recording: 'pending' },
        session: { id, status: 'open' },
        participant: { id: inviteId, role: 'field' },
        media_connection: { room: id, identity: `field-${inviteId}` },
        uploads: {
          quotas: {
            items: { limit: 5_000, left: 5_000 },
            bytes: { limit: 50 * 1024 ** 3, left: 50 * 1024 ** 3 },
          },
        },
      },
    });
    await world.answer(joined, { camera: 'granted', gps: 'granted' });
    const unasked = client.sessions.startRecording(id);
    expect(await readRefusal(unasked)).toEqual(refusal(409, 'consent_required'));
    await world.answer(joined, { recording: 'granted' });
    expect((await client.sessions.startRecording(id)).status).toBe('recording');
    const twice = client.sessions.startRecording(id);
    expect(await readRefusal(twice)).toEqual(refusal(409, 'session.invalid_state'));
    expect((await client.sessions.list({ status: 'recording' })).data.map((each) => each.id)).toEqual([id]);
    expect((await client.sessions.stopRecording(id)).status).toBe('open');
    expect((await client.sessions.startRecording(id)).started_at).toBe(world.now().toISOString());
    expect((await client.sessions.end(id)).status).toBe('closed');
    const ended = client.sessions.stopRecording(id);
    expect(await readRefusal(ended)).toEqual(refusal(409, 'session.already_ended'));
  });

  it('judges recordings by everybody who is in, and shows the weakest answer', async () => {
    const { id } = await client.sessions.create();
    const first = await world.join((await client.participants.create(id)).join_url);
    await world.answer(first, { camera: 'granted', gps: 'granted', recording: 'granted' });
    await client.sessions.startRecording(id);
    world.advance(1);
    const minted = await client.participants.create(id);
    const second = await world.join(minted.join_url);
    const readShown = async () => {
      const { status, consent_state } = await client.sessions.get(id);
      return { status, ...consent_state };
    };
    expect(await readShown()).toEqual({ status: 'open', camera: 'pending', gps: 'pending' });
    await world.answer(second, { camera: 'denied', gps: 'granted', recording: 'granted' });
    await client.sessions.startRecording(id);
    expect(await readShown()).toEqual({ status: 'recording', camera: 'denied', gps: 'granted' });
    await world.answer(second, { recording: 'revoked' });
    expect(await readShown()).toMatchObject({ status: 'open' });
    await client.participants.revoke(id, minted.id);
    expect(await readRefusal(client.sessions.startRecording(id))).toEqual(refusal(409, 'consent_required'));
    const { data } = await client.participants.list(id);
    expect(data.map(({ consent_state }) => consent_state.recording)).toEqual(['revoked', 'granted']);
  });

  const invite = async (email = `${crypto.randomUUID()}@example.com`) => {
    const { id: sessionId } = await client.sessions.create();
    const minted = await client.participants.create(sessionId, { recipient_email: email });
    const code = minted.otp_code!;
    const wrong = code === '000000' ? '000001' : '000000';
    const readStatus = async () => (await client.participants.list(sessionId)).data[0]?.status;
    return { ...minted, sessionId, code, wrong, readStatus };
  };

  it('lets in with the code, and the same device again without one', async () => {
    const { join_url, code, wrong, readStatus } = await invite('ada@example.com');
    expect(await world.join(join_url)).toMatchObject({
      status: 401,
      body: {
        code: 'otp_required',
        detail: 'otp_required',
        channels: ['email'],
        channel_hint_email: 'a•••@e•••.com',
        channel_hint_phone: null,
      },
    });
    expect(await world.join(join_url, wrong)).toMatchObject({
      status: 401,
      body: { detail: 'otp_invalid', attempts_remaining: 4 },
    });
    expect((await world.join(join_url, code)).status).toBe(200);
    expect((await world.join(join_url)).status).toBe(200);
    expect(await readStatus()).toBe('joined');
  });

  it('locks after five wrong codes, until the invite is reissued', async () => {
    const { id, sessionId, join_url, code, wrong, readStatus } = await invite();
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) statuses.push((await world.join(join_url, wrong)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 423]);
    expect(await world.join(join_url, code)).toMatchObject({ status: 423, body: { detail: 'otp_locked' } });
    expect(await readStatus()).toBe('locked');
    const again = await client.participants.reissue(sessionId, id);
    expect((await world.join(join_url, code)).body).toMatchObject({ detail: 'invite_expired' });
    expect((await world.join(again.join_url, again.otp_code!)).status).toBe(200);
  });

  it('tells a code and a link that are over, and a link that never was', async () => {
    const { join_url, code } = await invite();
    world.advance(600_000);
    expect(await world.join(join_url, code)).toMatchObject({ status: 401, body: { detail: 'otp_expired' } });
    world.advance(86_400_000);
    expect(await world.join(join_url)).toMatchObject({ status: 410, body: { detail: 'invite_expired' } });
    const strange = join_url.replace(/#.*/, `#${'A'.repeat(43)}`);
    expect(await world.join(strange)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const revoked = await invite();
    await client.participants.revoke(revoked.sessionId, revoked.id);
    expect((await world.join(revoked.join_url, revoked.code)).status).toBe(410);
    const ended = await invite();
    await client.sessions.end(ended.sessionId);
    expect((await world.join(ended.join_url, ended.code)).status).toBe(410);
  });
});
