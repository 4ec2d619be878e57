import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WhiteboardTimestamps } from '@field-inspection/contract';
import { verifyEvidence, verifyTimestamp } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { openDemoTimestampAuthority } from '../../../demo/authority/open-demo-timestamp-authority.ts';
import { DRAWING } from '../../../testing/inspect-house.ts';
import { joinSession, type JoinedDevice } from '../../../testing/join-session.ts';
import { openAnchorWorld, type AnchorWorld } from '../../../testing/open-anchor-world.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { anchorWhiteboard } from '../anchor-whiteboard.job.ts';
import { freezeChain } from '../freeze-chain.job.ts';

const run = promisify(execFile);
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
);

let world: AnchorWorld;
let dir: string;
beforeAll(async () => {
  world = await openAnchorWorld();
  dir = await mkdtemp(join(tmpdir(), 'fis-whiteboards-'));
});
afterAll(async () => {
  await world.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => world.startSession());

type Timestamps = z.output<typeof WhiteboardTimestamps>;

const get = (path: string, apiKey = world.server.seed.apiKey) =>
  fetch(`${world.server.baseUrl}/v1/whiteboards/${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
const download = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
const readTimestamps = async (path: string) => (await (await get(path)).json()) as Timestamps;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const prisma = () => world.server.context.database.prisma;

const draw = async (device: JoinedDevice): Promise<string> =>
  String((await device.call('POST', '/whiteboards', { title: 'Crack', drawing: DRAWING })).body['id']);
const drawOn = (device: JoinedDevice, id: string) =>
  device.call('PATCH', `/whiteboards/${id}`, { version: 1, drawing: { ...DRAWING, height: 800 } });
const end = async ({ sessionId }: JoinedDevice) => {
  await world.server.client.sessions.end(sessionId);
  await runDueJobs(world.server.context);
};
/** Freezes the chain of a session that ended as a server with these authorities does, and asks them. */
const freezeBy = async (context: Context, { sessionId }: JoinedDevice) => {
  await world.server.client.sessions.end(sessionId);
  await freezeChain.run(context, {
    organisation_id: world.server.seed.organisationId,
    session_id: sessionId,
  });
};

describe('a timestamped export', () => {
  it('has a token of each authority over exactly the bytes that download, as SVG and as PNG', async () => {
    const device = await joinSession(world.server);
    const id = await draw(device);
    await drawOn(device, id);
    await end(device);
    for (const form of ['svg', 'png']) {
      const bytes = await download(`${id}.${form}`);
      const { timestamps, ...about } = await readTimestamps(`${id}.${form}/timestamps`);
      expect(about).toEqual({ whiteboard: id, version: 2, sha256: sha256(bytes).toString('hex') });
      expect(timestamps.map(({ authority }) => authority)).toEqual([world.good.url, world.other.url].sort());
      for (const { root, url } of [world.good, world.other]) {
        const timestamp = timestamps.find(({ authority }) => authority === url)!;
        expect(timestamp).toMatchObject({ status: 'anchored', demo: false, error: null });
        const token = Uint8Array.from(Buffer.from(timestamp.token!, 'base64'));
        const judge = (digest: Buffer) =>
          verifyTimestamp(token, {
            digest: Uint8Array.from(digest),
            roots: [root],
            now: world.server.clock.now(),
          });
        const { gen_time, serial, policy } = timestamp;
        expect(await judge(sha256(bytes))).toMatchObject({ valid: true, gen_time, serial, policy });
        expect(await judge(sha256(Buffer.concat([bytes, Buffer.of(10)])))).toMatchObject({ valid: false });
      }
    }
  });

  it.skipIf(!hasOpenssl)(
    'is verified by openssl ts -verify over the downloaded file, and refused once a byte is added',
    async () => {
      const device = await joinSession(world.server);
      const id = await draw(device);
      await end(device);
      for (const form of ['svg', 'png']) {
        const { timestamps } = await readTimestamps(`${id}.${form}/timestamps`);
        const { token } = timestamps.find(({ authority }) => authority === world.good.url)!;
        const [file, tokenFile] = [join(dir, `board.${form}`), join(dir, `board.${form}.tst`)];
        const bytes = await download(`${id}.${form}`);
        await writeFile(tokenFile, Buffer.from(token!, 'base64'));
        const verify = () =>
          run('openssl', [
            ...['ts', '-verify', '-data', file],
            ...['-in', tokenFile, '-token_in', '-CAfile', world.good.caFile],
          ]);
        await writeFile(file, bytes);
        const { stdout, stderr } = await verify();
        expect(stdout + stderr).toContain('Verification: OK');
        await writeFile(file, Buffer.concat([bytes, Buffer.of(10)]));
        await expect(verify()).rejects.toThrow('message imprint mismatch');
      }
    },
  );

  it('is of the last version, once the session has ended: before that and of an older version there is none', async () => {
    const device = await joinSession(world.server);
    const id = await draw(device);
    await drawOn(device, id);
    const none = { whiteboard: id, sha256: null, timestamps: [] };
    expect(await readTimestamps(`${id}.svg/timestamps`)).toEqual({ ...none, version: 2 });
    await end(device);
    expect(await readTimestamps(`${id}.svg/timestamps?version=1`)).toEqual({ ...none, version: 1 });
    expect((await readTimestamps(`${id}.svg/timestamps?version=2`)).timestamps).toHaveLength(2);
    expect((await get(`${id}.svg?version=1`)).status).toBe(200);
    expect((await get(`${id}.svg/timestamps?version=3`)).status).toBe(404);
  });

  it('is kept as it was made: it downloads so from both paths, and lies in the bundle, which verifies', async () => {
    const device = await joinSession(world.server);
    const id = await draw(device);
    await end(device);
    const [piece] = (await world.server.client.evidence.list({ session_id: device.sessionId })).data;
    const kept = await prisma().evidenceDerivative.findMany({ where: { evidence_id: piece!.id } });
    expect(kept.map(({ variant }) => variant).sort()).toEqual(['display', 'svg']);
    const svg = await download(`${id}.svg`);
    expect(kept.find(({ variant }) => variant === 'svg')!.sha256).toBe(sha256(svg).toString('hex'));
    const { client } = world.server;
    const again = await client.evidence.download(device.sessionId, piece!.id, { variant: 'svg' });
    expect(Buffer.from(await again.arrayBuffer()).equals(svg)).toBe(true);
    const zip = await (await client.evidence.downloadBundle(device.sessionId)).arrayBuffer();
    const { verdict, files } = await verifyEvidence(new Uint8Array(zip), {
      roots: [world.good.root],
      now: world.server.clock.now(),
    });
    expect(verdict).toBe('verified');
    expect(files.map(({ path }) => path)).toContain(`derivatives/${piece!.id}/svg.svg`);
  });

  it('downloads as it was kept, also where a later release would draw it otherwise', async () => {
    const device = await joinSession(world.server);
    const id = await draw(device);
    await end(device);
    const kept = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    const organisation_id = world.server.seed.organisationId;
    const { id: evidence_id } = await prisma().evidence.findFirstOrThrow({ where: { whiteboard_id: id } });
    const owner = { organisationId: organisation_id, ownerId: evidence_id };
    const stored = await world.server.context.objects.putContent(Buffer.from(kept), owner);
    await prisma().evidenceDerivative.updateMany({
      where: { evidence_id, variant: 'svg' },
      data: { sha256: stored.sha256, byte_size: stored.byte_size },
    });
    expect((await download(`${id}.svg`)).toString()).toBe(kept);
  });

  it('is made once, though authorities are asked for it by five jobs at the same time', async () => {
    const device = await joinSession(world.server);
    const id = await draw(device);
    await freezeBy(world.server.context, device);
    const { evidence_id } = await prisma().whiteboardAnchor.findFirstOrThrow({
      where: { evidence: { whiteboard_id: id } },
    });
    const organisation_id = world.server.seed.organisationId;
    const authority = world.good.url;
    const key = { organisation_id, evidence_id, variant: 'svg' as const, authority };
    await Promise.all(Array.from({ length: 5 }, () => anchorWhiteboard.run(world.server.context, key)));
    const rows = await prisma().whiteboardAnchor.findMany({ where: { evidence_id, status: 'anchored' } });
    expect(rows).toEqual([
      expect.objectContaining({ variant: 'svg', authority: world.good.url, attempt_count: 1 }),
    ]);
    expect(rows[0]!.sha256).toBe(sha256(await download(`${id}.svg`)).toString('hex'));
  });

  it('is asked for of the 50 whiteboards that were drawn last, in one statement', async () => {
    const device = await joinSession(world.server);
    const id = await draw(device);
    await prisma().$executeRaw`
      insert into whiteboards
      select (jsonb_populate_record(w, jsonb_build_object(
        'id', uuid_v7(), 'created_at', w.created_at + make_interval(secs => n)
      ))).*
      from whiteboards w, generate_series(1, 59) n
      where w.id = ${id}::uuid
    `;
    await prisma().$executeRaw`
      insert into evidence
      select (jsonb_populate_record(e, jsonb_build_object('id', uuid_v7(), 'whiteboard_id', w.id))).*
      from evidence e, whiteboards w
      where e.whiteboard_id = ${id}::uuid and w.session_id = e.session_id and w.id <> e.whiteboard_id
    `;
    await freezeBy(world.server.context, device);
    const where = { evidence: { session_id: device.sessionId } };
    const asked = await prisma().whiteboardAnchor.findMany({ where, include: { evidence: true } });
    expect(asked).toHaveLength(50 * 2 * 2);
    expect(asked.map(({ evidence }) => evidence.whiteboard_id)).not.toContain(id);
  });
});

describe('who has no token says so, and downloads all the same', () => {
  it('where no authority is configured there are no timestamps', async () => {
    const device = await joinSession(world.server);
    const id = await draw(device);
    await freezeBy({ ...world.server.context, timestampAuthorities: [] }, device);
    expect((await get(`${id}.svg`)).status).toBe(200);
    expect(await readTimestamps(`${id}.svg/timestamps`)).toMatchObject({ sha256: null, timestamps: [] });
  });

  it('of an authority that is down it is pending, with the reason, until it answers', async () => {
    for (const authority of [world.good, world.other]) authority.answer('an error');
    const device = await joinSession(world.server);
    const id = await draw(device);
    await end(device);
    expect((await get(`${id}.png`)).status).toBe(200);
    const pending = await readTimestamps(`${id}.png/timestamps`);
    expect(pending).toMatchObject({
      sha256: null,
      timestamps: Array.from({ length: 2 }, () => ({
        status: 'pending',
        token: null,
        error: 'The authority answered with HTTP status 503.',
      })),
    });
    world.good.answer(undefined);
    world.server.clock.advance(60_000);
    await runDueJobs(world.server.context);
    const { timestamps, ...about } = await readTimestamps(`${id}.png/timestamps`);
    expect(about.sha256).toBe(sha256(await download(`${id}.png`)).toString('hex'));
    expect(timestamps.find(({ authority }) => authority === world.good.url)!.status).toBe('anchored');
    expect(timestamps.find(({ authority }) => authority === world.other.url)!.status).toBe('pending');
  });

  it('a token of the demo authority is marked as one', async () => {
    const { clock, random } = world.server.context;
    const authority = await openDemoTimestampAuthority({ dir, clock, random });
    const demo = { ...world.server.context, timestampAuthorities: [authority] };
    const device = await joinSession(world.server);
    const id = await draw(device);
    await freezeBy(demo, device);
    await runDueJobs(demo);
    expect((await readTimestamps(`${id}.svg/timestamps`)).timestamps).toMatchObject([
      { authority: 'demo', demo: true, status: 'anchored' },
    ]);
  });
});

describe('whose it is', () => {
  it('another organisation’s timestamps are as missing as those of a whiteboard that never was', async () => {
    const device = await joinSession(world.server);
    const id = await draw(device);
    await end(device);
    const stranger = await seedOrganisation(world.server.context);
    for (const path of [`${id}.svg/timestamps`, `${id}.png/timestamps?version=1`]) {
      const reply = await get(path, stranger.apiKey);
      expect([reply.status, await reply.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
    }
  });
});

describe('after a redaction', () => {
  it('tokens and hash stay, for whoever kept the file; the file is gone, and nobody is asked for it any more', async () => {
    world.other.answer('an error');
    const device = await joinSession(world.server);
    const id = await draw(device);
    await end(device);
    const before = await readTimestamps(`${id}.svg/timestamps`);
    await world.server.client.sessions.redact(device.sessionId);
    await runDueJobs(world.server.context);
    expect((await get(`${id}.svg`)).status).toBe(410);
    const after = await readTimestamps(`${id}.svg/timestamps`);
    expect(after).toEqual({
      ...before,
      timestamps: before.timestamps.filter(({ status }) => status === 'anchored'),
    });
    expect([after.sha256, after.timestamps.map(({ authority }) => authority)]).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      [world.good.url],
    ]);
    const where = { evidence: { session_id: device.sessionId } };
    const rows = await prisma().whiteboardAnchor.findMany({ where });
    expect(rows.map(({ status }) => status)).toEqual(['anchored', 'anchored']);
  });

  it('an export that was not made by then is made no more', async () => {
    const device = await joinSession(world.server);
    const id = await draw(device);
    await freezeBy(world.server.context, device);
    await world.server.client.sessions.redact(device.sessionId);
    await runDueJobs(world.server.context);
    const [row] = await prisma().evidence.findMany({
      where: { whiteboard_id: id },
      include: { derivatives: true },
    });
    expect([row!.erased_at, row!.derivatives]).toEqual([expect.any(Date), []]);
    expect(await readTimestamps(`${id}.svg/timestamps`)).toMatchObject({ sha256: null, timestamps: [] });
  });
});
