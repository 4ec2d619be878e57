import { verifyEvidence, verifyReport } from '@field-inspection/evidence';
import { pdfsigVersion, runPdfsig } from '@field-inspection/evidence/testing/run-pdfsig';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseTsaUrls } from '../../config/parse-tsa-urls.ts';
import { createSeal } from '../../platform/seal/create-seal.ts';
import { openTimestampAuthorities } from '../../platform/tsa-client/open-timestamp-authorities.ts';
import { completeSession } from '../../testing/complete-session.ts';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { createTestPerson, createTestSeal } from '../../testing/create-test-seal.ts';
import { runDueJobs } from '../../testing/run-due-jobs.ts';
import { openSigningDevice } from '../../testing/signing-device.ts';
import { startTimestampAuthority } from '../../testing/start-timestamp-authority.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const seal = createTestSeal();
const signer = createTestPerson('P-256', 'demo signer');
const ADA = { name: 'Ada Rossi', email: 'ada@example.com' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      seal: seal.seal,
      demoSigner: createSeal({ key: signer.key, certificates: signer.certificates, demo: true }),
    },
  );
});
afterAll(() => server.close());

const download = async (sessionId: string) =>
  new Uint8Array(await (await server.client.reports.download(sessionId)).arrayBuffer());
const listAddenda = (sessionId: string) =>
  server.context.database.prisma.addendaEntry.findMany({
    where: { session_id: sessionId },
    orderBy: { sequence: 'asc' },
  });

describe('a report that a person signs', () => {
  it('bears the signature as a further revision under which the seal stays valid, and says so everywhere', async () => {
    const { sessionId, reportId } = await completeSession(server);
    const before = await download(sessionId);
    const asked = await server.client.signatures.request(sessionId, {
      signer: ADA,
      level: 'SES',
      send_link: true,
    });
    expect(asked).toMatchObject({ status: 'pending', provider: 'demo', report: reportId, signed_at: null });
    await runDueJobs(server.context);
    const letter = server.post.emails.findLast(({ to }) => to === 'ada@example.com')!;
    expect(letter.text).toContain(asked.sign_url);

    const device = openSigningDevice(server, asked);
    const opened = await device.byLink('GET', '');
    expect(opened.body).toMatchObject({
      status: 'pending',
      locale: 'en',
      channels: ['email'],
      channel_hint_email: 'a•••@e•••.com',
      code_expires_at: null,
    });
    expect(JSON.stringify(opened.body)).not.toMatch(/Ada|sha256|pdf/);

    const session = await device.enter();
    const view = await session.call('GET', '/session');
    expect(view.body).toMatchObject({
      signer_name: 'Ada Rossi',
      statement: 'I, Ada Rossi, have read this report and sign it electronically.',
      report: { id: reportId },
    });
    const shown = await fetch((view.body['report'] as { pdf_url: string }).pdf_url);
    expect(Buffer.from(await shown.arrayBuffer()).equals(before)).toBe(true);

    expect((await session.sign()).body).toEqual({ status: 'signed', action_url: null });
    const signed = await server.client.signatures.get(sessionId, asked.id);
    expect(signed).toMatchObject({ status: 'signed', failure: null });
    expect(signed.certificate_subject).toContain('demo signer');

    const after = await download(sessionId);
    expect(Buffer.from(after.subarray(0, before.length)).equals(before)).toBe(true);
    const verdict = await verifyReport(after, {
      roots: [seal.root, signer.root],
      now: server.clock.now(),
    });
    expect(verdict).toMatchObject({
      verdict: 'trusted',
      signatures: [
        { signer_kind: 'organisation', ok: true },
        { signer_kind: 'person', ok: true, covers_whole_document: true },
      ],
    });
    if (pdfsigVersion) expect(runPdfsig(after)).toEqual(['Signature is Valid.', 'Signature is Valid.']);

    const revision = await server.client.reports.get(sessionId, signed.report);
    expect(revision).toMatchObject({ status: 'ready', revision_of: reportId, byte_size: after.length });
    expect((await server.client.reports.list(sessionId)).data.map(({ id }) => id)).toEqual([
      signed.report,
      reportId,
    ]);
    const addenda = await listAddenda(sessionId);
    expect(addenda.map(({ kind }) => kind)).toEqual(['report.ready', 'signature.applied']);
    expect(addenda[1]!.payload).toMatchObject({
      signature_id: asked.id,
      report_id: signed.report,
      sha256: revision.sha256,
      level: 'SES',
    });
    expect(JSON.stringify(addenda[1]!.payload)).not.toContain('Ada');
    await runDueJobs(server.context);
    const bundle = await server.client.evidence.downloadBundle(sessionId);
    const evidence = await verifyEvidence(await bundle.blob(), { now: server.clock.now() });
    expect([evidence.verdict, evidence.fault]).toEqual(['intact', null]);
    const events = await server.context.database.prisma.event.findMany({
      where: { session_id: sessionId, type: 'session.signed' },
    });
    expect(events.map(({ data }) => data)).toEqual([
      expect.objectContaining({ id: sessionId, signature: signed }),
    ]);
    expect(JSON.stringify(events)).not.toContain(device.linkToken);
    expect((await session.call('GET', '/session')).body).toMatchObject({
      status: 'signed',
      report: { id: signed.report },
    });
  });

  it('is one of several at once: one signs, the others are told to come back, and can', async () => {
    const { sessionId } = await completeSession(server);
    const sessions = [];
    for (const number of [1, 2, 3, 4, 5]) {
      const asked = await server.client.signatures.request(sessionId, {
        signer: { name: 'Ada Rossi', email: `ada${number}@example.com` },
        level: 'SES',
      });
      sessions.push(await openSigningDevice(server, asked).enter());
    }
    const sha256 = await sessions[0]!.readSha256();
    const replies = await Promise.all(sessions.map((session) => session.call('POST', '/sign', { sha256 })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const refused = replies.filter(({ status }) => status === 409).map(({ body }) => String(body['code']));
    expect(['signature_in_progress', 'version_conflict']).toEqual(expect.arrayContaining(refused));
    const others = sessions.filter((_, index) => replies[index]!.status === 409);
    for (const session of others) expect((await session.sign()).body).toMatchObject({ status: 'signed' });
    const verdict = await verifyReport(await download(sessionId), {
      roots: [seal.root, signer.root],
      now: server.clock.now(),
    });
    expect([verdict.verdict, verdict.signatures.length]).toEqual(['trusted', 6]);
  });
});

describe('the time of a signature', () => {
  it.each([
    ['B-T, by the first authority that answers', true],
    ['B-B, when none does', false],
  ])('is in it at level %s', async (_, answers) => {
    const clock = createFakeClock();
    const authorities = await Promise.all([startTimestampAuthority(clock), startTimestampAuthority(clock)]);
    const opened = [];
    for (const { url, caFile } of authorities) {
      opened.push(...(await openTimestampAuthorities({ tsaCaFile: caFile }, parseTsaUrls(url)!)));
    }
    const demoSigner = createSeal({ key: signer.key, certificates: signer.certificates, demo: true });
    const world = await startTestServer(
      {},
      { clock, seal: seal.seal, demoSigner, timestampAuthorities: opened },
    );
    try {
      const { sessionId } = await completeSession(world);
      const asked = await world.client.signatures.request(sessionId, { signer: ADA, level: 'SES' });
      const session = await openSigningDevice(world, asked).enter();
      authorities[0]!.answer('a refusal');
      if (!answers) authorities[1]!.answer('a refusal');
      expect((await session.sign()).body).toMatchObject({ status: 'signed' });
      const pdf = await (await world.client.reports.download(sessionId)).arrayBuffer();
      const { verdict, signatures } = await verifyReport(new Uint8Array(pdf), {
        roots: [seal.root, signer.root],
        tsaRoots: authorities.map(({ root }) => root),
        now: clock.now(),
      });
      expect([verdict, signatures.map(({ level }) => level)]).toEqual([
        'trusted',
        ['B-T', answers ? 'B-T' : 'B-B'],
      ]);
    } finally {
      await world.close();
      for (const authority of authorities) await authority.close();
    }
  });
});
