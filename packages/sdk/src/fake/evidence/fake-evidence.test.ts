import { createHash } from 'node:crypto';
import { webhookEventSchemas } from '@field-inspection/contract';
import { verifyChain } from '@field-inspection/evidence';
import { beforeEach, describe, expect, it } from 'vitest';
import { FieldInspection } from '../../client.ts';
import { verifyWebhook } from '../../webhooks/verify-webhook.ts';
import { createFakeService, type FakeInspectionService } from '../create-fake-service.ts';

let service: FakeInspectionService;
let client: FieldInspection;
let sessionId: string;
beforeEach(async () => {
  service = createFakeService();
  client = new FieldInspection({ ...service.clientOptions, maxRetries: 0 });
  const session = await client.sessions.create();
  const invite = await client.participants.create(session.id);
  service.join(invite.id);
  sessionId = session.id;
});

const codeOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );

describe('what a field person captures', () => {
  it('is listed, downloads byte for byte, and is announced as the contract says', async () => {
    const { signing_secret: secrets } = await client.webhookEndpoints.create({
      url: 'https://example.com/hooks',
    });
    const bytes = new TextEncoder().encode('roof.jpg');
    const photo = service.capture(sessionId, { slot: 'roof', bytes });
    service.drawWhiteboard(sessionId);
    expect(photo).toMatchObject({
      kind: 'photo',
      status: 'ready',
      slot: 'roof',
      byte_size: 8,
      session: sessionId,
    });
    const listed = await client.evidence.list({ session_id: sessionId });
    expect(listed.data.map(({ kind }) => kind)).toEqual(['whiteboard', 'photo']);
    expect((await client.evidence.list({ kind: 'photo' })).data).toEqual([photo]);
    const download = await client.evidence.download(sessionId, photo.id);
    expect([download.headers.get('content-type'), await download.text()]).toEqual(['image/jpeg', 'roof.jpg']);
    const events = service.takeDeliveries().map((delivery) => verifyWebhook({ ...delivery, secrets }));
    expect(events.map(({ type }) => type)).toEqual([
      'evidence.created',
      'session.evidence.captured',
      'evidence.created',
    ]);
    for (const event of events) {
      const schema = webhookEventSchemas[event.type as keyof typeof webhookEventSchemas];
      expect(schema.parse(event)).toEqual(event);
    }
  });

  it('signs on site: a drawing, of which only evidence.created tells', async () => {
    const { signing_secret: secrets } = await client.webhookEndpoints.create({
      url: 'https://example.com/hooks',
    });
    const signature = service.capture(sessionId, { kind: 'signature' });
    expect(signature).toMatchObject({ kind: 'signature', status: 'ready', mime: 'application/json' });
    expect((await client.evidence.list({ kind: 'signature' })).data).toEqual([signature]);
    const events = service.takeDeliveries().map((delivery) => verifyWebhook({ ...delivery, secrets }));
    expect(events.map(({ type }) => type)).toEqual(['evidence.created']);
    expect(webhookEventSchemas['evidence.created'].parse(events[0])).toEqual(events[0]);
  });

  it('downloads only when it is ready, and recordings only with their scope', async () => {
    const pending = service.capture(sessionId, { status: 'pending' });
    expect(await codeOf(client.evidence.download(sessionId, pending.id))).toBe('evidence_not_ready');
    const recording = service.capture(sessionId, { kind: 'recording', mime: 'video/webm' });
    const reader = client.withOptions({ apiKey: service.createApiKey({ scopes: ['evidence:read'] }) });
    expect((await reader.evidence.list()).data.map(({ id }) => id)).toEqual([pending.id]);
    expect(await codeOf(reader.evidence.download(sessionId, recording.id))).toBe('permission_denied');
    expect(await codeOf(client.evidence.download(sessionId, recording.id))).toBe('done');
    const other = await client.sessions.create();
    expect(await codeOf(client.evidence.download(other.id, recording.id))).toBe('not_found');
  });

  it('is refused once the session has ended', async () => {
    await client.sessions.end(sessionId);
    expect(() => service.capture(sessionId)).toThrow('The session is closed');
    expect(() => service.drawWhiteboard(sessionId)).toThrow('The session is closed');
  });
});

it('a whiteboard has versions, and is exported as a picture of the last', async () => {
  const { id } = service.drawWhiteboard(sessionId, { title: 'Crack & <hole>' });
  service.advance(1);
  const second = service.drawWhiteboard(sessionId, { id });
  expect(second).toMatchObject({ id, title: 'Crack & <hole>', version: 2 });
  expect((await client.whiteboards.list({ session_id: sessionId })).data).toEqual([second]);
  const svg = await client.whiteboards.download(`${id}.svg`);
  expect(await svg.text()).toContain('Crack &amp; &lt;hole>');
  const png = new Uint8Array(
    await (await client.whiteboards.download(`${id}.png`, { version: 1 })).arrayBuffer(),
  );
  expect([...png.slice(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
  expect(await codeOf(client.whiteboards.download(`${id}.png`, { version: 3 }))).toBe('not_found');
});

it('the export of a whiteboard has a timestamp once the session has ended and the authority has answered', async () => {
  const { id } = service.drawWhiteboard(sessionId);
  service.drawWhiteboard(sessionId, { id });
  const none = { whiteboard: id, version: 2, sha256: null, timestamps: [] };
  expect(await client.whiteboards.getTimestamps(`${id}.svg`)).toEqual(none);
  await client.sessions.end(sessionId);
  const pending = { ...none, timestamps: [expect.objectContaining({ status: 'pending', token: null })] };
  expect(await client.whiteboards.getTimestamps(`${id}.svg`)).toEqual(pending);
  service.anchor(sessionId);
  for (const form of ['svg', 'png']) {
    const file = await (await client.whiteboards.download(`${id}.${form}`)).arrayBuffer();
    const sha256 = createHash('sha256').update(new Uint8Array(file)).digest('hex');
    expect(await client.whiteboards.getTimestamps(`${id}.${form}`)).toEqual({
      ...none,
      sha256,
      timestamps: [expect.objectContaining({ authority: 'demo', demo: true, status: 'anchored' })],
    });
  }
  const older = await client.whiteboards.getTimestamps(`${id}.svg`, { version: 1 });
  expect(older).toEqual({ ...none, version: 1 });
  expect(await codeOf(client.whiteboards.getTimestamps(`${id}.svg`, { version: 3 }))).toBe('not_found');
});

describe('the audit chain', () => {
  it('tells what happened, last entry first, and holds before the verifier of chains', async () => {
    service.capture(sessionId);
    await client.sessions.end(sessionId);
    const entries = await client.evidence.listChain(sessionId, { limit: 2 }).toArray({ limit: 50 });
    expect(entries.map(({ kind }) => kind)).toEqual([
      'session.ended',
      'evidence.captured',
      'participant.joined',
      'participant.invited',
      'session.created',
    ]);
    const verdict = await verifyChain(entries.toReversed() as never);
    expect(verdict).toMatchObject({ valid: true, head: { sequence: 5, hash: entries[0]!.hash } });
  });

  it('is final with the end, anchored after that, and known by its head to anyone', async () => {
    expect(await client.evidence.get(sessionId)).toEqual({
      session: sessionId,
      pdf_url: null,
      audit_chain_hash: null,
      frozen_at: null,
      anchors: [],
      addenda: { head: null, length: 0, anchors: [] },
      missing_shots: [],
    });
    expect(() => service.anchor(sessionId)).toThrow('end the session first');
    expect(await codeOf(client.evidence.downloadBundle(sessionId))).toBe('evidence_not_ready');
    const { ended_at } = await client.sessions.end(sessionId);
    expect((await client.evidence.get(sessionId)).frozen_at).toBe(ended_at);
    const { signing_secret: secrets } = await client.webhookEndpoints.create({
      url: 'https://example.com/hooks',
    });
    service.anchor(sessionId);
    const [delivery] = service.takeDeliveries();
    const event = verifyWebhook({ ...delivery!, secrets, now: service.now() });
    expect(webhookEventSchemas['session.anchored'].parse(event)).toEqual(event);
    const summary = await client.evidence.get(sessionId);
    expect(summary.anchors).toMatchObject([
      { demo: true, status: 'anchored', token: expect.any(String) as string },
    ]);
    const verify = async (hash: string) => {
      const init = { method: 'GET', headers: new Headers(), redirect: 'manual' as const };
      const signal = new AbortController().signal;
      const reply = await service.fetch(`https://x/v1/verify/${hash}`, { ...init, signal });
      return (await reply.json()) as { known: boolean; length: number; anchors: unknown };
    };
    expect(await verify(summary.audit_chain_hash!)).toMatchObject({
      known: true,
      length: 4,
      frozen_at: summary.frozen_at,
      anchors: summary.anchors,
    });
    expect(await verify('0'.repeat(64))).toMatchObject({ known: false, length: null, anchors: [] });
  });

  it('goes on in the addenda: an anchor later than a minute after the freeze is one', async () => {
    await client.sessions.end(sessionId);
    const before = await client.evidence.get(sessionId);
    expect((await client.evidence.listAddenda(sessionId)).data).toEqual([]);
    service.advance(60_000);
    service.anchor(sessionId);
    service.anchor(sessionId);
    const { data } = await client.evidence.listAddenda(sessionId);
    expect(data).toMatchObject([{ sequence: 1, kind: 'anchor.received', payload: { authority: 'demo' } }]);
    const genesis = before.audit_chain_hash!;
    expect(await verifyChain(data as never, { genesis })).toMatchObject({ valid: true, length: 1 });
    expect(await client.evidence.get(sessionId)).toMatchObject({
      audit_chain_hash: genesis,
      addenda: { head: data[0]!.hash, length: 1, anchors: [{ status: 'pending', sequence: 1 }] },
    });
    expect((await client.evidence.listChain(sessionId)).data).toHaveLength(4);
  });

  it('that an authority vouches for in time has no addenda', async () => {
    await client.sessions.end(sessionId);
    service.advance(59_999);
    service.anchor(sessionId);
    expect((await client.evidence.listAddenda(sessionId)).data).toEqual([]);
  });
});
