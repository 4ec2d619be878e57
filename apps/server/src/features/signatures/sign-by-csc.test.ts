import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { verifyReport } from '@field-inspection/evidence';
import { pdfsigVersion, runPdfsig } from '@field-inspection/evidence/testing/run-pdfsig';
import { describe, expect, it, vi } from 'vitest';
import { createTestPerson, createTestSeal } from '../../testing/create-test-seal.ts';
import { signRawDigest } from '../../testing/csc-provider/sign-raw-digest.ts';
import type { CscProviderServer } from '../../testing/csc-provider/start-csc-provider.ts';
import {
  actionOf,
  ask,
  enter,
  get,
  logIn,
  signAll,
  useCscWorlds,
  type CscWorld,
} from '../../testing/csc-provider/use-csc-worlds.ts';

const seal = createTestSeal();
const openWorld = useCscWorlds(seal);

const download = async ({ server, sessionId }: CscWorld) =>
  new Uint8Array(await (await server.client.reports.download(sessionId)).arrayBuffer());
const verify = async (world: CscWorld) =>
  verifyReport(await download(world), {
    roots: [seal.root, world.signer.root],
    now: world.server.clock.now(),
  });
const countReports = async ({ server, sessionId }: CscWorld) =>
  (await server.client.reports.list(sessionId)).data.length;

const SIGNED = { status: 200, body: { status: 'signed', action_url: null } };

describe('a signature by a remote provider', () => {
  it.each(['P-256', 'RSA'] as const)(
    'goes by way of its pages into the report, under which the seal stays valid: %s',
    async (kind) => {
      const world = await openWorld(kind);
      const session = await enter(world);
      const loginUrl = actionOf(await session.sign());
      expect(new URL(loginUrl).searchParams.get('redirect_uri')).toBe(`${world.server.baseUrl}/sign/return`);
      expect(await get(world, session.id)).toMatchObject({ status: 'signing' });
      const leaveUrl = actionOf(await session.finish(await world.csc.visit(loginUrl)));
      expect(await session.finish(await world.csc.visit(leaveUrl))).toMatchObject(SIGNED);
      expect(await get(world, session.id)).toMatchObject({
        status: 'signed',
        certificate_subject: expect.stringContaining('Ada Rossi'),
      });
      expect(await verify(world)).toMatchObject({
        verdict: 'trusted',
        signatures: [{ signer_kind: 'organisation' }, { signer_kind: 'person' }],
      });
      if (pdfsigVersion) {
        expect(runPdfsig(await download(world))).toEqual(['Signature is Valid.', 'Signature is Valid.']);
      }
    },
  );

  it('by another key, or over another digest, is refused and not embedded; the signer may try again', async () => {
    const world = await openWorld();
    const session = await enter(world);
    const stranger = createTestPerson();
    const lies: Parameters<CscProviderServer['lie']>[1][] = [
      () => {
        const { body } = world.csc.asked.at(-1)!;
        const digest = Buffer.from((body['hashes'] as string[])[0]!, 'base64');
        return { signatures: [signRawDigest(stranger.key, digest).toString('base64')] };
      },
      () => ({ signatures: [signRawDigest(world.signer.key, Buffer.alloc(32, 1)).toString('base64')] }),
    ];
    for (const lie of lies) {
      world.csc.lie('signatures/signHash', lie);
      const reply = await signAll(world, session);
      expect([reply.status, reply.body['code']]).toEqual([422, 'signature_refused']);
      expect(await get(world, session.id)).toMatchObject({
        status: 'pending',
        failure: { code: 'wrong_signature' },
      });
      expect(await countReports(world)).toBe(1);
    }
    world.csc.lie('signatures/signHash', undefined);
    expect(await signAll(world, session)).toMatchObject(SIGNED);
    expect(await get(world, session.id)).toMatchObject({ status: 'signed', failure: null });
  });

  it('that comes too late is refused, and the report is free again', async () => {
    const world = await openWorld();
    const session = await enter(world);
    const back = await world.csc.visit(await logIn(world, session));
    world.server.clock.advance(600_000);
    const reply = await session.finish(back);
    expect([reply.status, reply.body['code']]).toEqual([422, 'signature_refused']);
    expect(await get(world, session.id)).toMatchObject({ status: 'pending', failure: { code: 'expired' } });
    expect(await signAll(world, session)).toMatchObject(SIGNED);
  });

  it('over a revision that is not the newest any more, or is not what was prepared, is not embedded', async () => {
    const world = await openWorld();
    const session = await enter(world);
    const { prisma } = world.server.context.database;
    const back = await world.csc.visit(await logIn(world, session));
    const root = await prisma.report.findFirstOrThrow({ where: { id: world.reportId } });
    const { leased_by: _by, leased_until: _until, ...columns } = root;
    const other = {
      ...columns,
      id: randomUUID(),
      completes_session: false,
      revision_of: root.id,
      revision: 1,
    };
    await prisma.report.create({ data: other });
    const outdated = await session.finish(back);
    expect([outdated.status, outdated.body['code']]).toEqual([409, 'version_conflict']);
    await prisma.report.deleteMany({ where: { id: other.id } });

    const again = await world.csc.visit(await logIn(world, session));
    const changed = Buffer.from(await download(world));
    // This byte is in the comment of the second line, which nobody reads.
    changed[12]! ^= 1;
    vi.spyOn(world.server.context.objects, 'get').mockResolvedValueOnce(Readable.from([changed]));
    const refused = await session.finish(again);
    expect([refused.status, refused.body['code']]).toEqual([422, 'signature_refused']);
    expect(await countReports(world)).toBe(1);
    expect(await signAll(world, session)).toMatchObject(SIGNED);
  });

  it('that the person does not allow there is none; after five tries that came to nothing it has failed', async () => {
    const world = await openWorld();
    const session = await enter(world);
    for (let tries = 1; tries <= 5; tries++) {
      const url = actionOf(await session.sign());
      const reply = await session.finish(await world.csc.visit(url, 'decline'));
      expect([reply.status, reply.body['code']]).toEqual([422, 'signature_refused']);
      expect(await get(world, session.id)).toMatchObject({
        status: tries < 5 ? 'pending' : 'failed',
        failure: { code: 'declined' },
      });
    }
    const reply = await session.call('POST', '/sign', { sha256: '0'.repeat(64) });
    expect([reply.status, reply.body['code']]).toEqual([410, 'link_expired']);
  });

  it('waits while the provider is away: 503, and no try is counted', async () => {
    const world = await openWorld();
    const session = await enter(world);
    world.csc.lie('info', (_, response) => void response.destroy());
    const reply = await session.sign();
    expect([reply.status, reply.body['code'], reply.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '30',
    ]);
    world.csc.lie('info', undefined);
    expect(await signAll(world, session)).toMatchObject(SIGNED);
  });

  it('goes on once with each state, and only with its own', async () => {
    const world = await openWorld();
    const session = await enter(world);
    const other = await enter(world);
    const back = await world.csc.visit(actionOf(await session.sign()));
    const foreign = await other.finish(back);
    expect([foreign.status, foreign.body['code']]).toEqual([422, 'signature_refused']);
    const replies = await Promise.all([session.finish(back), session.finish(back)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
    const going = replies.find(({ status }) => status === 200)!;
    expect(await session.finish(await world.csc.visit(actionOf(going)))).toMatchObject(SIGNED);
  });

  it('is of the level that was asked for, or refused: no certificate is called qualified that is not', async () => {
    const world = await openWorld();
    const asked = await ask(world, { level: 'QES' as never });
    const session = await enter(world, asked);
    const reply = await session.finish(await world.csc.visit(actionOf(await session.sign())));
    expect([reply.status, reply.body['code']]).toEqual([422, 'signature_refused']);
    expect(await get(world, asked.id)).toMatchObject({
      level: 'QES',
      status: 'pending',
      failure: { code: 'no_credential' },
    });
  });
});

describe('two signers at once', () => {
  it('take their turns: the second gets 409, then signs the report as the first left it', async () => {
    const world = await openWorld();
    const first = await enter(world);
    const second = await enter(world, await ask(world, { name: 'Ben Costa' }));
    const shown = await second.readSha256();
    const leaveUrl = await logIn(world, first);
    const back = await world.csc.visit(actionOf(await second.sign()));
    const busy = await second.finish(back);
    expect([busy.status, busy.body['code'], busy.headers.get('retry-after')]).toEqual([
      409,
      'signature_in_progress',
      '60',
    ]);
    expect(await first.finish(await world.csc.visit(leaveUrl))).toMatchObject(SIGNED);
    const stale = actionOf(await second.call('POST', '/sign', { sha256: shown }));
    const conflict = await second.finish(await world.csc.visit(stale));
    expect([conflict.status, conflict.body['code']]).toEqual([409, 'version_conflict']);
    expect(await signAll(world, second)).toMatchObject(SIGNED);
    expect(await verify(world)).toMatchObject({
      verdict: 'trusted',
      signatures: [{ ok: true }, { ok: true, field: 'Signature1' }, { ok: true, field: 'Signature2' }],
    });
    const { data } = await world.server.client.reports.list(world.sessionId);
    expect(data.map(({ revision_of }) => revision_of).sort()).toEqual([world.reportId, world.reportId, null]);
  });

  it('one that went away keeps the report from others for 10 minutes, and can not come back after', async () => {
    const world = await openWorld();
    const first = await enter(world);
    const back = await world.csc.visit(await logIn(world, first));
    world.server.clock.advance(600_000);
    const second = await enter(world, await ask(world, { name: 'Ben Costa' }));
    expect(await signAll(world, second)).toMatchObject(SIGNED);
    const late = await first.finish(back);
    expect([late.status, late.body['code']]).toEqual([422, 'signature_refused']);
    expect((await verify(world)).signatures).toHaveLength(2);
  });

  it('one that is cancelled under way is not embedded', async () => {
    const world = await openWorld();
    const session = await enter(world);
    const back = await world.csc.visit(await logIn(world, session));
    await world.server.client.signatures.cancel(world.sessionId, session.id);
    const reply = await session.finish(back);
    expect([reply.status, reply.body['code']]).toEqual([410, 'link_expired']);
    expect(await get(world, session.id)).toMatchObject({ status: 'cancelled' });
    expect(await countReports(world)).toBe(1);
  });
});
