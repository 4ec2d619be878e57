import { createHash, randomBytes } from 'node:crypto';
import {
  ConflictError,
  findPhotoFault,
  type Drawing,
  type FieldClient,
  type FieldOptions,
  joinSession,
  openFieldSession,
} from '@field-inspection/sdk/field';
import { wrongCode } from '@field-inspection/server/testing/join-by-link';
import { freshEmail, mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCuttingProxy } from './faulty-proxies.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const mint = () => mintInviteFor(server, { recipient_email: freshEmail() });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The device has joined and consented to camera and location; its requests are kept as they came. */
const open = async (options: FieldOptions = {}): Promise<{ field: FieldClient; sessionId: string }> => {
  const { session, invite } = await mintInviteFor(server, {});
  const joined = await joinSession(invite.join_url, options);
  if (joined.status !== 'joined') throw new Error(joined.status);
  await joined.field.updateConsent({ camera: 'granted', gps: 'granted' });
  return { field: joined.field, sessionId: session.id };
};

const download = async (sessionId: string, evidenceId: string) =>
  Buffer.from(await (await server.client.evidence.download(sessionId, evidenceId)).arrayBuffer());

describe('joinSession ends in one of its states:', () => {
  it('otp_required tells where the code went, otp_invalid how often it may be tried, joined all that the device needs', async () => {
    const { session, invite } = await mint();
    expect(await joinSession(invite.join_url)).toEqual({
      status: 'otp_required',
      channels: ['email'],
      emailHint: expect.stringContaining('•') as string,
      phoneHint: null,
    });
    expect(await joinSession(invite.join_url, { otpCode: wrongCode(invite.otp_code) })).toEqual({
      status: 'otp_invalid',
      attemptsLeft: 4,
    });
    const typed = invite.otp_code!.replace(/^(...)/, '$1 ');
    const result = await joinSession(invite.join_url, { otpCode: typed });
    expect(result).toMatchObject({
      status: 'joined',
      joined: {
        session: { id: session.id, status: 'open' },
        consent_state: { camera: 'pending', gps: 'pending' },
        uploads: { url: `${server.baseUrl}/v1/field/uploads` },
        media_connection: { provider: 'p2p' },
      },
    });
  });

  it('otp_locked after five wrong codes', async () => {
    const { invite } = await mint();
    const wrong = { otpCode: wrongCode(invite.otp_code) };
    const states = [];
    for (let count = 0; count < 6; count++) states.push((await joinSession(invite.join_url, wrong)).status);
    expect(states).toEqual([...Array(4).fill('otp_invalid'), 'otp_locked', 'otp_locked']);
  });

  it('otp_expired with a code that is too old', async () => {
    const { invite } = await mint();
    server.clock.advance(11 * 60_000);
    const { status } = await joinSession(invite.join_url, { otpCode: invite.otp_code! });
    expect(status).toBe('otp_expired');
  });

  it('invite_redeemed on another device, and joined again on the same', async () => {
    const { invite } = await mintInviteFor(server, {});
    expect((await joinSession(invite.join_url)).status).toBe('joined');
    expect((await joinSession(invite.join_url)).status).toBe('joined');
    const { status } = await joinSession(invite.join_url, { userAgent: 'another' });
    expect(status).toBe('invite_redeemed');
  });

  it('invite_expired once the session is over, not_found for a link that was not copied whole', async () => {
    const { session, invite } = await mintInviteFor(server, {});
    await server.client.sessions.end(session.id);
    expect((await joinSession(invite.join_url)).status).toBe('invite_expired');
    expect((await joinSession(invite.join_url.slice(0, -1))).status).toBe('not_found');
    expect((await joinSession(invite.join_url.replace(/.{6}$/, 'AAAAAA'))).status).toBe('not_found');
  });
});

describe('a joined device', () => {
  it('consents, and goes on by its token after a reload', async () => {
    const { field } = await open();
    expect(await field.updateConsent({ gps: 'denied' })).toMatchObject({ camera: 'granted', gps: 'denied' });
    const again = openFieldSession({ token: field.token, baseUrl: server.baseUrl });
    expect(await again.get()).toMatchObject({
      consent_state: { camera: 'granted', gps: 'denied' },
      uploads: { max_bytes: expect.any(Number) as number },
    });
  });

  it('knows before it sends that a panorama has more pixels than the service takes, as the service says', async () => {
    const { field } = await open();
    const { uploads } = await field.get();
    const panorama = await takePhoto({ width: 15_800, height: 4_000 });
    expect(await findPhotoFault(panorama, uploads)).toBe('too_many_pixels');
    const refusal = await field.evidence.createPhoto(panorama).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 422, code: 'evidence_invalid' });
    expect(await findPhotoFault(await takePhoto({ width: 1_580, height: 400 }), uploads)).toBeNull();
  });

  it('says what it still holds, and the operator sees it', async () => {
    const { field, sessionId } = await open();
    expect(await field.update({ unsent_items: 3 })).toMatchObject({ unsent_items: 3 });
    expect(await server.client.sessions.get(sessionId)).toMatchObject({ unsent_items: 3 });
  });

  it('a purpose of consent that the service does not know compiles, and is refused by name', async () => {
    const { field } = await open();
    await expect(field.updateConsent({ scent: 'granted' })).rejects.toMatchObject({
      code: 'validation_error',
      errors: [{ path: expect.stringContaining('scent') as string }],
    });
  });

  it('sends a photo in one request, and what is kept has its hash', async () => {
    const { field, sessionId } = await open();
    const photo = await takePhoto();
    const details = { slot: 'roof', captured_at: '2026-11-20T10:00:00Z' };
    const sent = field.evidence.createPhoto(
      new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }),
      details,
    );
    const { data, idempotencyKey } = await sent.withResponse();
    expect(data).toMatchObject({ kind: 'photo', status: 'ready', slot: 'roof', sha256: sha256(photo) });
    expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(sha256(await download(sessionId, data.id))).toBe(sha256(photo));
  });

  it('a photo that was damaged on its way is refused, since its digest goes along', async () => {
    const { field } = await open({
      fetch: (url, init) => {
        if (!(init.body instanceof ArrayBuffer)) return fetch(url, init);
        const damaged = new Uint8Array(init.body).map((byte, index) => (index === 600 ? byte ^ 1 : byte));
        return fetch(url, { ...init, body: damaged.buffer });
      },
    });
    await expect(field.evidence.createPhoto(await takePhoto())).rejects.toMatchObject({
      code: 'checksum_mismatch',
    });
  });

  it('draws on a photo and on a whiteboard, signs, and lists all of it', async () => {
    const { field } = await open();
    const photo = await field.evidence.createPhoto(await takePhoto());
    const drawing: Drawing = {
      width: 600,
      height: 200,
      strokes: [
        {
          tool: 'pen',
          color: '#1f2937',
          size: 4,
          points: [
            [40, 120],
            [180, 60, 500],
          ],
        },
      ],
    };
    await field.evidence.createAnnotation({ evidence: photo.id, drawing });
    const board = await field.whiteboards.create({ title: 'Crack', drawing });
    const next = await field.whiteboards.update(board.id, { version: board.version, drawing });
    expect(next.version).toBe(2);
    await expect(field.whiteboards.update(board.id, { version: 1, drawing })).rejects.toMatchObject({
      code: 'version_conflict',
    });
    const statement = 'I was there.';
    await field.evidence.createSignature({ name: 'Ada Lovelace', statement, locale: 'en', drawing });
    const kinds = [];
    for await (const { kind } of field.evidence.list()) kinds.push(kind);
    expect(kinds.sort()).toEqual(['annotation', 'photo', 'signature', 'whiteboard', 'whiteboard']);
  });

  it('leaves, and its token is dead', async () => {
    const { field } = await open();
    await field.leave();
    await expect(field.get()).rejects.toMatchObject({ status: 401 });
  });

  it('a reply that is lost is asked for again: one upload is begun, and it has left once', async () => {
    let lost = 0;
    const { field, sessionId } = await open({
      runtime: { sleep: () => Promise.resolve() },
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (!/uploads$|leave$/.test(url) || init.method !== 'POST' || ++lost % 2 === 0) return response;
        throw new TypeError('the reply was lost');
      },
    });
    const { id } = await field.uploads.start(await takePhoto());
    const pieces = await field.evidence.list().toArray({ limit: 100 });
    expect(pieces.map((piece) => piece.id)).toEqual([id]);
    await field.leave();
    expect(lost).toBe(4);
    const entries = await server.client.evidence.listChain(sessionId).toArray({ limit: 100 });
    expect(entries.filter(({ kind }) => kind === 'participant.left')).toHaveLength(1);
  });

  it('after the end it is told by a typed conflict', async () => {
    const { field, sessionId } = await open();
    await server.client.sessions.end(sessionId);
    const refused: unknown = await field.evidence
      .createPhoto(await takePhoto())
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConflictError);
    expect((refused as ConflictError).code).toBe('session.already_ended');
    await expect(field.uploads.start(await takePhoto())).rejects.toMatchObject({
      code: 'session.already_ended',
    });
  });
});

describe('a resumable upload', () => {
  /** A JPEG with a megabyte of comments is valid. */
  const takeLargePhoto = async () => {
    const photo = await takePhoto();
    const comments = Array.from({ length: 20 }, () =>
      Buffer.concat([Buffer.from([0xff, 0xfe, 0xc3, 0x50]), randomBytes(0xc350 - 2)]),
    );
    return Buffer.concat([photo.subarray(0, 2), ...comments, photo.subarray(2)]);
  };

  it('goes on over cuts in the middle of its parts, and what arrives is equal byte for byte', async ({
    onTestFinished,
  }) => {
    const proxy = await startCuttingProxy(server.baseUrl);
    onTestFinished(() => proxy.close());
    const { field: joined, sessionId } = await open();
    const field = openFieldSession({ token: joined.token, baseUrl: proxy.baseUrl });
    const photo = await takeLargePhoto();
    const upload = await field.uploads.start(photo, { slot: 'roof' });
    proxy.cutAfterBytes(200_000, 300_000, 100_000);
    const sent: number[] = [];
    const evidence = await upload.finish({
      partBytes: 256 * 1024,
      onProgress: ({ sentBytes, totalBytes }) => {
        expect(totalBytes).toBe(photo.length);
        sent.push(sentBytes);
      },
    });
    expect(proxy.countCuts()).toBe(3);
    expect(evidence).toMatchObject({ id: upload.id, kind: 'photo', slot: 'roof', sha256: sha256(photo) });
    expect((await download(sessionId, evidence.id)).equals(photo)).toBe(true);
    expect(sent.at(-1)).toBe(photo.length);
    expect(sent).toEqual([...new Set(sent)].sort((one, other) => one - other));
  });

  it('is resumed by its address in another page, and sends only what has not arrived', async () => {
    const { field } = await open();
    const photo = await takeLargePhoto();
    const upload = await field.uploads.start(photo);
    const controller = new AbortController();
    const cut = upload.finish({
      partBytes: 100_000,
      signal: controller.signal,
      onProgress: ({ sentBytes }) => void (sentBytes >= 200_000 && controller.abort()),
    });
    await expect(cut).rejects.toMatchObject({ name: 'AbortError' });

    let resentBytes = 0;
    const reloaded = openFieldSession({
      token: field.token,
      baseUrl: server.baseUrl,
      fetch: (url, init) => {
        if (init.body instanceof ArrayBuffer) resentBytes += init.body.byteLength;
        return fetch(url, init);
      },
    });
    const evidence = await reloaded.uploads.resume(upload.url, photo).finish();
    expect(evidence.sha256).toBe(sha256(photo));
    expect(resentBytes).toBeLessThanOrEqual(photo.length - 200_000);
    // Resuming a finished upload, as after a lost reply, gives the same evidence.
    expect((await reloaded.uploads.resume(upload.url, photo).finish()).id).toBe(evidence.id);
  });

  it('refuses another file than it was begun with, and an address of elsewhere leads the token nowhere', async () => {
    const { field } = await open();
    const { url, id } = await field.uploads.start(await takeLargePhoto());
    await expect(field.uploads.resume(url, await takePhoto()).finish()).rejects.toThrow('the content has');
    expect(field.uploads.resume(`https://attacker.example/${id}`, new Uint8Array()).url).toBe(url);
    expect(() => field.uploads.resume('https://attacker.example/', new Uint8Array())).toThrow('started');
  });
});
