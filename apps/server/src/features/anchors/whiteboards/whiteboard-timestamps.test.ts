import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verifyEvidence, verifyTimestamp } from '@field-inspection/evidence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinSession } from '../../../testing/join-session.ts';
import { runDueJobs } from '../../../testing/run-due-jobs.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { openWhiteboardWorld, sha256, type WhiteboardWorld } from './testing/open-whiteboard-world.ts';

const run = promisify(execFile);
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
);

let world: WhiteboardWorld;
let dir: string;
beforeAll(async () => {
  world = await openWhiteboardWorld();
  dir = await mkdtemp(join(tmpdir(), 'fis-whiteboards-'));
});
afterAll(async () => {
  await world.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => world.startSession());

const prisma = () => world.server.context.database.prisma;
const boards = () => world.server.client.whiteboards;

describe('a timestamped export', () => {
  it('has a token of each authority over exactly the bytes that download, as SVG and as PNG', async () => {
    const device = await joinSession(world.server);
    const id = await world.draw(device);
    await world.drawOn(device, id);
    await world.end(device);
    for (const form of ['svg', 'png']) {
      const bytes = await world.download(`${id}.${form}`);
      const { timestamps, ...about } = await boards().getTimestamps(`${id}.${form}`);
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
      const id = await world.draw(device);
      await world.end(device);
      for (const form of ['svg', 'png']) {
        const { timestamps } = await boards().getTimestamps(`${id}.${form}`);
        const { token } = timestamps.find(({ authority }) => authority === world.good.url)!;
        const [file, tokenFile] = [join(dir, `board.${form}`), join(dir, `board.${form}.tst`)];
        const bytes = await world.download(`${id}.${form}`);
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
    const id = await world.draw(device);
    await world.drawOn(device, id);
    const none = { whiteboard: id, sha256: null, timestamps: [] };
    expect(await boards().getTimestamps(`${id}.svg`)).toEqual({ ...none, version: 2 });
    await world.end(device);
    expect(await boards().getTimestamps(`${id}.svg`, { version: 1 })).toEqual({ ...none, version: 1 });
    expect((await boards().getTimestamps(`${id}.svg`, { version: 2 })).timestamps).toHaveLength(2);
    await expect(boards().getTimestamps(`${id}.svg`, { version: 3 })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('is kept as it was made: it downloads so from both paths, and lies in the bundle, which verifies', async () => {
    const device = await joinSession(world.server);
    const id = await world.draw(device);
    await world.end(device);
    const [piece] = (await world.server.client.evidence.list({ session_id: device.sessionId })).data;
    const kept = await prisma().evidenceDerivative.findMany({ where: { evidence_id: piece!.id } });
    expect(kept.map(({ variant }) => variant).sort()).toEqual(['display', 'svg']);
    const svg = await world.download(`${id}.svg`);
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
    const id = await world.draw(device);
    await world.end(device);
    const kept = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    const organisation_id = world.server.seed.organisationId;
    const { id: evidence_id } = await prisma().evidence.findFirstOrThrow({ where: { whiteboard_id: id } });
    const owner = { organisationId: organisation_id, ownerId: evidence_id };
    const stored = await world.server.context.objects.putContent(Buffer.from(kept), owner);
    await prisma().evidenceDerivative.updateMany({
      where: { evidence_id, variant: 'svg' },
      data: { sha256: stored.sha256, byte_size: stored.byte_size },
    });
    expect((await world.download(`${id}.svg`)).toString()).toBe(kept);
  });

  it('is asked for of the 50 whiteboards that were drawn last', async () => {
    const device = await joinSession(world.server);
    const id = await world.draw(device);
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
    await world.freezeBy(world.server.context, device);
    const where = { evidence: { session_id: device.sessionId } };
    const asked = await prisma().whiteboardAnchor.findMany({ where, include: { evidence: true } });
    expect(asked).toHaveLength(50 * 2 * 2);
    expect(asked.map(({ evidence }) => evidence.whiteboard_id)).not.toContain(id);
  });
});

describe('whose it is', () => {
  it('another organisation’s timestamps are as missing as those of a whiteboard that never was', async () => {
    const device = await joinSession(world.server);
    const id = await world.draw(device);
    await world.end(device);
    const stranger = await seedOrganisation(world.server.context);
    const theirs = world.server.client.withOptions({ apiKey: stranger.apiKey }).whiteboards;
    for (const whiteboard of [id, '019a9f6e-8b21-7c02-9d55-0c7a1e2b3f09']) {
      await expect(theirs.getTimestamps(`${whiteboard}.svg`, { version: 1 })).rejects.toMatchObject({
        status: 404,
        code: 'not_found',
        detail: expect.stringContaining(whiteboard) as string,
      });
    }
  });
});

describe('after a redaction', () => {
  it('tokens and hash stay, for whoever kept the file; the file is gone, and nobody is asked for it any more', async () => {
    world.other.answer('an error');
    const device = await joinSession(world.server);
    const id = await world.draw(device);
    await world.end(device);
    const before = await boards().getTimestamps(`${id}.svg`);
    await world.server.client.sessions.redact(device.sessionId);
    await runDueJobs(world.server.context);
    await expect(world.download(`${id}.svg`)).rejects.toMatchObject({ code: 'session.redacted' });
    const after = await boards().getTimestamps(`${id}.svg`);
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
    const id = await world.draw(device);
    await world.freezeBy(world.server.context, device);
    await world.server.client.sessions.redact(device.sessionId);
    await runDueJobs(world.server.context);
    const [row] = await prisma().evidence.findMany({
      where: { whiteboard_id: id },
      include: { derivatives: true },
    });
    expect([row!.erased_at, row!.derivatives]).toEqual([expect.any(Date), []]);
    expect(await boards().getTimestamps(`${id}.svg`)).toMatchObject({
      sha256: null,
      timestamps: [],
    });
  });
});
