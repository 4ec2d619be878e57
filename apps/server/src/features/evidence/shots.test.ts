import { verifyCommitment } from '@field-inspection/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, outcomeOf } from '../../testing/call-api.ts';
import { joinByLink } from '../../testing/join-by-link.ts';
import { openDevice, type JoinedDevice } from '../../testing/join-session.ts';
import { openUploader } from '../../testing/open-uploader.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { takePhoto } from '../../testing/take-photo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const JPEG = { 'content-type': 'image/jpeg' };
const ROOF = { slot: 'roof', label: { en: 'The roof', de: 'Das Dach' }, hint: { de: 'Von Norden' } };
const METER = { slot: 'meter', label: { fr: 'Le compteur' } };
const CELLAR = { slot: 'cellar', label: { en: 'The cellar' }, required: false };
const SHOWN = [
  { ...ROOF, required: true },
  { ...METER, required: true, hint: {} },
  { ...CELLAR, hint: {} },
];

const join = async (shots: (typeof SHOWN)[number][] | object[] = [ROOF, METER, CELLAR]) => {
  const { client } = server;
  const session = await client.sessions.create({ shots: shots as [], locale: 'de' });
  const invite = await client.participants.create(session.id);
  const { body } = await joinByLink(invite.join_url);
  const device: JoinedDevice = openDevice(server.baseUrl, {
    sessionId: session.id,
    participantId: invite.id,
    token: body.field_session_token,
    rejoin: () => Promise.reject(new Error('not here')),
  });
  await device.call('PATCH', '/consent', { camera: 'granted', gps: 'denied' });
  return { device, joined: body, sessionId: session.id };
};

const missingOf = async ({ device, sessionId }: { device: JoinedDevice; sessionId: string }) => {
  const { missing_shots: summary } = await server.client.evidence.get(sessionId);
  expect((await device.call('GET', '/session')).body['missing_shots']).toEqual(summary);
  return summary;
};

describe('what a session asks for', () => {
  it('comes back in both families and in its events, whichever created it', async () => {
    const { client, context } = server;
    const made = [
      await client.sessions.create({ shots: [ROOF, METER, CELLAR] }),
      await client.v1.inspections.create({ shots: [ROOF, METER, CELLAR] }),
    ];
    for (const { id } of made) {
      expect((await client.sessions.get(id)).shots).toEqual(SHOWN);
      expect((await client.v1.inspections.get(id)).shots).toEqual(SHOWN);
      const event = await context.database.prisma.event.findFirstOrThrow({ where: { session_id: id } });
      expect(event.data).toMatchObject({ shots: SHOWN });
    }
  });

  it('is what its campaign asks for, unless it has shots of its own, though these be none', async () => {
    const { client } = server;
    const campaign = await client.campaigns.create({ name: 'Roofs', shots: [ROOF, METER, CELLAR] });
    expect([campaign.shots, (await client.campaigns.get(campaign.id)).shots]).toEqual([SHOWN, SHOWN]);
    const create = (more: object) => client.sessions.create({ campaign: campaign.id, ...more });
    expect((await create({})).shots).toEqual(SHOWN);
    expect((await create({ shots: [CELLAR] })).shots).toEqual([SHOWN[2]]);
    expect((await create({ shots: [] })).shots).toEqual([]);
  });

  it("is not what another organisation's campaign asks for: that is refused", async () => {
    const other = await seedOrganisation(server.context);
    const theirs = await server.clientOf(other.apiKey).campaigns.create({ name: 'theirs', shots: [ROOF] });
    const reply = await callApi(server, 'POST /sessions', { body: { campaign: theirs.id } });
    expect(outcomeOf(reply)).toBe('400 validation_error');
    expect(JSON.stringify(reply.body)).not.toContain('roof');
  });

  it('is changed in a campaign for the sessions to come: those that are there keep theirs', async () => {
    const { client } = server;
    const { id: campaign } = await client.campaigns.create({ name: 'Roofs', shots: [ROOF] });
    const before = await client.sessions.create({ campaign });
    expect((await client.campaigns.update(campaign, { shots: [METER] })).shots).toEqual([SHOWN[1]]);
    expect((await client.campaigns.update(campaign, { name: 'Meters' })).shots).toEqual([SHOWN[1]]);
    expect((await client.sessions.get(before.id)).shots).toEqual([SHOWN[0]]);
    expect((await client.sessions.create({ campaign })).shots).toEqual([SHOWN[1]]);
  });

  it('is changed as a whole until the end; the same again is no change', async () => {
    const { client } = server;
    const { id } = await client.sessions.create({ shots: [ROOF] });
    server.clock.advance(1_000);
    const changed = await client.sessions.update(id, { shots: [METER, CELLAR] });
    expect(changed.shots).toEqual([SHOWN[1], SHOWN[2]]);
    server.clock.advance(1_000);
    expect(await client.sessions.update(id, { shots: [METER, CELLAR] })).toEqual(changed);
  });

  it('is a commitment in the chain, from its creation on', async () => {
    const { id } = await server.client.sessions.create({ shots: [ROOF] });
    await server.client.sessions.update(id, { shots: [METER] });
    const where = { session_id: id, field: 'shots' };
    const { auditEntry, auditDisclosure } = server.context.database.prisma;
    const entries = await auditEntry.findMany({ where: { session_id: id }, orderBy: { sequence: 'asc' } });
    const disclosed = await auditDisclosure.findMany({ where, orderBy: { sequence: 'asc' } });
    expect(disclosed.map(({ value }) => value)).toEqual([[SHOWN[0]], [SHOWN[1]]]);
    for (const [index, { value, salt }] of disclosed.entries()) {
      const { shots } = entries[index]!.payload as { shots: string };
      expect(await verifyCommitment({ commitment: shots, salt, value: value as never })).toBe(true);
    }
    expect(JSON.stringify(entries)).not.toContain('Dach');
  });

  it.each([
    ['a slot twice', [ROOF, ROOF], 'body.shots'],
    ['a label in no locale', [{ ...ROOF, label: {} }], 'body.shots.0.label'],
    ['a slot that is no word', [{ ...ROOF, slot: 'The roof' }], 'body.shots.0.slot'],
  ])('has not %s: it is refused by name', async (_, shots, path) => {
    for (const route of ['POST /sessions', 'POST /campaigns'] as const) {
      const name = route === 'POST /campaigns' ? { name: 'Roofs' } : {};
      const reply = await callApi(server, route, { body: { shots, ...name } });
      expect(outcomeOf(reply)).toBe('400 validation_error');
      expect(reply.body.errors.map((part) => part.path)).toEqual([path]);
    }
  });
});

describe('the field person', () => {
  it("reads it in the session's locale, else in English, else in what there is", async () => {
    const { device, joined } = await join();
    const read = [
      { slot: 'roof', label: 'Das Dach', required: true, hint: 'Von Norden' },
      { slot: 'meter', label: 'Le compteur', required: true, hint: '' },
      { slot: 'cellar', label: 'The cellar', required: false, hint: '' },
    ];
    expect(joined.session.shots).toEqual(read);
    expect((await device.call('GET', '/session')).body['session']).toMatchObject({ shots: read });
  });

  it('is told what is required and not there yet, as the organisation is', async () => {
    const asked = await join();
    expect(await missingOf(asked)).toEqual(['roof', 'meter']);
    await asked.device.send('/photos?slot=cellar', await takePhoto(), JPEG);
    expect(await missingOf(asked)).toEqual(['roof', 'meter']);
    await asked.device.send('/photos?slot=roof', await takePhoto(), JPEG);
    await asked.device.send('/photos?slot=roof', await takePhoto(), JPEG);
    expect(await missingOf(asked)).toEqual(['meter']);
  });

  it('misses what failed or is under way still: only what is ready counts', async () => {
    const asked = await join([METER]);
    const uploads = openUploader(server);
    const photo = await takePhoto();
    const { url } = await uploads.begin(asked.device, photo.length, { slot: 'meter' });
    await uploads.patch(asked.device, { url, offset: 0, body: photo.subarray(0, 100) });
    expect(await missingOf(asked)).toEqual(['meter']);
    await uploads.patch(asked.device, { url, offset: 100, body: photo.subarray(100) });
    expect(await missingOf(asked)).toEqual([]);
  });

  it('is refused a slot that was not asked for, by photo and by upload, and nothing of it is kept', async () => {
    const { device, sessionId } = await join();
    const photo = await takePhoto();
    for (const headers of [JPEG, { ...JPEG, 'idempotency-key': 'attic-1' }]) {
      const reply = await device.send('/photos?slot=attic', photo, headers);
      expect([reply.status, reply.body.code]).toEqual([400, 'validation_error']);
      expect(reply.body.errors).toMatchObject([{ path: 'query.slot' }]);
    }
    const { response } = await openUploader(server).begin(device, photo.length, { slot: 'attic' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('header.upload-metadata.slot');
    expect(await server.context.database.prisma.evidence.count({ where: { session_id: sessionId } })).toBe(0);
  });

  it('may name any slot, or none, where nothing is asked for; and none where something is', async () => {
    const [free, asked] = [await join([]), await join()];
    const send = async ({ device }: { device: JoinedDevice }, path: string) =>
      (await device.send(path, await takePhoto(), JPEG)).status;
    expect(await send(free, '/photos?slot=The+attic')).toBe(201);
    expect(await send(asked, '/photos')).toBe(201);
  });
});
