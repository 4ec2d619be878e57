import { PLAN_LIMITS } from '@field-inspection/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { joinSession, type JoinedDevice } from '../../testing/join-session.ts';
import { openUploader } from '../../testing/open-uploader.ts';
import { sendHalf } from '../../testing/send-half.ts';
import { startSecondServer, type SecondServer } from '../../testing/start-second-server.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

const { session: SESSION, organisation: ORGANISATION } = PLAN_LIMITS.enterprise;
const JPEG = { 'content-type': 'image/jpeg' };
const DRAWING = {
  width: 100,
  height: 100,
  strokes: [
    {
      tool: 'pen',
      color: '#1f2937',
      size: 4,
      points: [
        [1, 1],
        [50, 50],
      ],
    },
  ],
};

let server: TestServer;
let other: SecondServer;
let uploader: ReturnType<typeof openUploader>;
beforeAll(async () => {
  server = await startTestServer();
  other = await startSecondServer(server);
  uploader = openUploader(server);
});
afterAll(async () => {
  await other.close();
  await server.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Amount = { items: number; bytes: number };

const useOf = async (subjectId: string): Promise<Amount> => {
  const row = await server.context.database.prisma.roomUse.findFirst({ where: { subject_id: subjectId } });
  return { items: row?.items ?? 0, bytes: Number(row?.bytes ?? 0) };
};
const setUse = async (subjectId: string, amount: Amount): Promise<void> => {
  const key = { organisation_id: server.seed.organisationId, subject_id: subjectId };
  await server.context.database.prisma.roomUse.upsert({
    where: { organisation_id_subject_id: key },
    create: { ...key, ...amount },
    update: amount,
  });
};
const organisationId = () => server.seed.organisationId;

const sendTo = (baseUrl: string, device: JoinedDevice, photo: Buffer) =>
  fetch(`${baseUrl}/v1/field/photos`, {
    method: 'POST',
    headers: { ...JPEG, authorization: `Bearer ${device.token}` },
    body: new Uint8Array(photo),
  });

const tally = (outcomes: (number | string)[]) =>
  Object.fromEntries([...new Set(outcomes)].map((each) => [each, outcomes.filter((o) => o === each).length]));

describe('a quota is exact', () => {
  it('of 20 photos at once over two processes, with room for 5, exactly 5 are taken', async () => {
    const device = await uploader.joinWithConsent();
    await setUse(device.sessionId, { items: SESSION.items - 5, bytes: 0 });
    const photos = await Promise.all(Array.from({ length: 20 }, () => takePhoto({ width: 64, height: 48 })));
    const replies = await Promise.all(
      photos.map((photo, index) => sendTo(index % 2 === 0 ? server.baseUrl : other.baseUrl, device, photo)),
    );
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 5, 413: 15 });
    expect((await useOf(device.sessionId)).items).toBe(SESSION.items);
    const kept = await server.context.database.prisma.evidence.count({
      where: { session_id: device.sessionId },
    });
    expect(kept).toBe(5);
  });

  it('of an organisation over its sessions, too', async () => {
    const devices = await Promise.all(Array.from({ length: 4 }, () => uploader.joinWithConsent()));
    const before = await useOf(organisationId());
    await setUse(organisationId(), { ...before, items: ORGANISATION.items - 3 });
    const replies = await Promise.all(
      devices.flatMap((device) =>
        Array.from({ length: 3 }, async () =>
          device.send('/photos', await takePhoto({ width: 64, height: 48 }), JPEG),
        ),
      ),
    );
    await setUse(organisationId(), before);
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 3, 413: 9 });
    const refused = replies.find(({ status }) => status === 413)!;
    expect(refused.body.detail).toBe(
      `The organisation may have ${ORGANISATION.items} pieces of evidence, of which 0 are left. The operator can ask for a plan with more.`,
    );
  });

  it('bytes count as they were sent, for the session and for the organisation', async () => {
    const device = await uploader.joinWithConsent();
    const before = await useOf(organisationId());
    const photo = await takePhoto();
    await device.send('/photos', photo, JPEG);
    const taken = { items: 1, bytes: photo.length };
    expect(await useOf(device.sessionId)).toEqual(taken);
    expect(await useOf(organisationId())).toEqual({
      items: before.items + taken.items,
      bytes: before.bytes + taken.bytes,
    });
  });
});

describe('a photo over the quota', () => {
  it('is refused before its body is read, in words, and leaves nothing', async () => {
    const device = await uploader.joinWithConsent();
    await setUse(device.sessionId, { items: 1, bytes: SESSION.bytes - 1_000 });
    const put = vi.spyOn(server.context.objects, 'putContent');
    expect(await device.send('/photos', await takePhoto(), JPEG)).toMatchObject({
      status: 413,
      body: {
        code: 'quota_reached',
        detail: `The session may have ${SESSION.bytes} bytes, of which 1000 are left. Go on in a new session.`,
      },
    });
    expect(put).not.toHaveBeenCalled();
    expect(await useOf(device.sessionId)).toEqual({ items: 1, bytes: SESSION.bytes - 1_000 });
  });

  it('names the quota that is used up, also where the session had room for this photo and no more', async () => {
    const device = await uploader.joinWithConsent();
    const before = await useOf(organisationId());
    await setUse(device.sessionId, { items: SESSION.items - 1, bytes: 0 });
    await setUse(organisationId(), { ...before, items: ORGANISATION.items });
    const refused = await device.send('/photos', await takePhoto(), JPEG);
    await setUse(organisationId(), before);
    expect(refused.body.detail).toContain(
      `The organisation may have ${ORGANISATION.items} pieces of evidence, of which 0 are left.`,
    );
    const full = await uploader.joinWithConsent();
    await setUse(full.sessionId, { items: SESSION.items, bytes: 0 });
    await setUse(organisationId(), { ...before, items: ORGANISATION.items - 1 });
    const again = await full.send('/photos', await takePhoto(), JPEG);
    await setUse(organisationId(), before);
    expect(again.body.detail).toContain(`The session may have ${SESSION.items} pieces of evidence`);
  });

  it('is answered all the same when it repeats one that was taken', async () => {
    const device = await uploader.joinWithConsent();
    await setUse(device.sessionId, { items: SESSION.items - 1, bytes: 0 });
    const photo = await takePhoto();
    const headers = { ...JPEG, 'idempotency-key': 'last-photo' };
    const first = await device.send('/photos', photo, headers);
    const repeated = await device.send('/photos', photo, headers);
    expect([first.status, repeated.status]).toEqual([201, 201]);
    expect(repeated.body['id']).toBe(first.body['id']);
    expect((await useOf(device.sessionId)).items).toBe(SESSION.items);
    const another = { ...JPEG, 'idempotency-key': 'one-more' };
    expect(await device.send('/photos', photo, another)).toMatchObject({ status: 413 });
  });

  it('is to wait, unread, while the call that it repeats is under way, and then gets its reply', async () => {
    const device = await uploader.joinWithConsent();
    await setUse(device.sessionId, { items: SESSION.items - 1, bytes: 0 });
    const photo = await takePhoto();
    const send = (key: string, body = photo) =>
      sendHalf(`${server.baseUrl}/v1/field/photos`, {
        token: device.token,
        headers: { ...JPEG, 'idempotency-key': key },
        body,
      });
    const first = send('in-flight');
    await vi.waitFor(async () => expect((await useOf(device.sessionId)).items).toBe(SESSION.items), 30_000);
    expect(await send('in-flight').reply).toEqual({ status: 409, code: 'idempotency_in_flight' });
    expect(await send('longer', Buffer.concat([photo, photo])).reply).toMatchObject({ status: 413 });
    expect(await first.finish()).toMatchObject({ status: 201 });
    expect(await send('in-flight').finish()).toMatchObject({ status: 201 });
    expect(await send('other').reply).toEqual({ status: 413, code: 'quota_reached' });
    expect((await useOf(device.sessionId)).items).toBe(SESSION.items);
  });

  it('gives its quota back where it is refused for another reason, and its bytes are deleted at once', async () => {
    const device = await uploader.joinWithConsent();
    const photo = await takePhoto();
    const cut = await device.send('/photos', photo.subarray(0, photo.length / 2), JPEG);
    expect(cut).toMatchObject({ status: 422 });
    const stranger = await joinSession(server);
    expect(await stranger.send('/photos', photo, JPEG)).toMatchObject({ status: 409 });
    for (const { sessionId } of [device, stranger])
      expect(await useOf(sessionId)).toEqual({ items: 0, bytes: 0 });
    const named = await server.context.database.prisma.evidence.findMany({ select: { id: true } });
    const ids = new Set(named.map(({ id }) => id));
    for await (const { key } of server.context.objects.list(`${organisationId()}/`)) {
      expect(ids).toContain(key.split('/')[1]);
    }
  });

  it('takes its quota in the statement that begins it, twelve in all, of which two share the lock of its right', async () => {
    const device = await uploader.joinWithConsent();
    const photo = await takePhoto();
    await device.send('/photos', await takePhoto(), JPEG);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    expect((await device.send('/photos', photo, JPEG)).status).toBe(201);
    const statements = query.mock.calls.map(([statement]) =>
      (typeof statement === 'string' ? statement : (statement as { text: string }).text).trim(),
    );
    expect(statements.filter((statement) => statement.includes('room_uses'))).toHaveLength(1);
    expect(statements.filter((statement) => !/^(begin|commit)\b/i.test(statement))).toHaveLength(12);
    expect(statements.filter((statement) => statement.includes('pg_advisory_xact_lock_shared'))).toHaveLength(
      2,
    );
  });
});

describe('an upload', () => {
  it('takes its length when it begins, and what failed or was deleted gives it back', async () => {
    const device = await uploader.joinWithConsent();
    const { url } = await uploader.begin(device, 1_000_000);
    expect(await useOf(device.sessionId)).toEqual({ items: 1, bytes: 1_000_000 });
    expect((await uploader.call(device, 'DELETE', { url })).status).toBe(204);
    expect(await useOf(device.sessionId)).toEqual({ items: 0, bytes: 0 });
    await uploader.begin(device, 2_000_000);
    await device.call('PATCH', '/consent', { camera: 'revoked' });
    expect(await useOf(device.sessionId)).toEqual({ items: 0, bytes: 0 });
  });

  it('over the quota is refused when it begins; of ten at once as many begin as there is room for', async () => {
    const device = await uploader.joinWithConsent();
    await setUse(device.sessionId, { items: 0, bytes: SESSION.bytes - 3_500_000 });
    const begun = await Promise.all(Array.from({ length: 10 }, () => uploader.begin(device, 1_000_000)));
    expect(tally(begun.map(({ response }) => response.status))).toEqual({ 201: 3, 413: 7 });
    const refused = begun.find(({ response }) => response.status === 413)!;
    expect(await refused.response.json()).toMatchObject({ code: 'quota_reached' });
    expect((await useOf(device.sessionId)).items).toBe(3);
  });

  it('counts with what has arrived once it is evidence', async () => {
    const device = await uploader.joinWithConsent();
    const photo = await takePhoto();
    const { url } = await uploader.begin(device, photo.length);
    expect((await uploader.patch(device, { url, offset: 0, body: photo })).status).toBe(204);
    expect(await useOf(device.sessionId)).toEqual({ items: 1, bytes: photo.length });
  });
});

describe('a drawing', () => {
  it.each([
    ['a whiteboard', '/whiteboards', { drawing: DRAWING }],
    ['a signature', '/signature', { name: 'Ada', statement: 'I was there.', locale: 'en', drawing: DRAWING }],
  ])('such as %s counts, and is refused over the quota without leaving bytes', async (_what, path, body) => {
    const device = await joinSession(server);
    expect((await device.call('POST', path, body)).status).toBe(201);
    const { items, bytes } = await useOf(device.sessionId);
    expect([items, bytes > 0]).toEqual([1, true]);
    await setUse(device.sessionId, { items: SESSION.items, bytes });
    const remove = vi.spyOn(server.context.objects, 'delete');
    expect(await device.call('POST', path, body)).toMatchObject({
      status: 413,
      body: { code: 'quota_reached' },
    });
    expect(remove).toHaveBeenCalledOnce();
  });
});

describe('the device', () => {
  it('is told what is left before it is reached', async () => {
    const device = await uploader.joinWithConsent();
    const photo = await takePhoto();
    await device.send('/photos', photo, JPEG);
    const { body } = await device.call('GET', '/session');
    expect(body['uploads']).toMatchObject({
      quotas: {
        items: { limit: SESSION.items, left: SESSION.items - 1 },
        bytes: { limit: SESSION.bytes, left: SESSION.bytes - photo.length },
      },
    });
  });

  it('is told the quota of its organisation where that is less', async () => {
    const device = await joinSession(server);
    const before = await useOf(organisationId());
    await setUse(organisationId(), { ...before, items: ORGANISATION.items - 7 });
    const { body } = await device.call('GET', '/session');
    await setUse(organisationId(), before);
    expect(body['uploads']).toMatchObject({ quotas: { items: { limit: SESSION.items, left: 7 } } });
  });
});
