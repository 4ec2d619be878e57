import { verifyReport } from '@field-inspection/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/create-fake-clock.ts';
import { completeSession } from '../../testing/complete-session.ts';
import { createRevocableSeal, createRevocableTsa } from '../../testing/create-revocable-seal.ts';
import { createTestPerson } from '../../testing/create-test-seal.ts';
import {
  startRevocationAuthority,
  type RevocationAuthorityServer,
} from '../../testing/start-revocation-authority.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { digestRevision, embedSignature } from '../reports/exports/revise-report.ts';
import { buffer } from 'node:stream/consumers';
import { sign } from 'node:crypto';
import { prepareSignature } from '@field-inspection/evidence/seal';
import { nameContent } from '../../platform/object-store/object-key.ts';

const clock = createFakeClock();
const person = createTestPerson();
let revocation: RevocationAuthorityServer;
let roots: Uint8Array[];
let tsaRoots: Uint8Array[];
let server: TestServer;
beforeAll(async () => {
  revocation = await startRevocationAuthority(clock);
  const own = await createRevocableSeal({ ocsp: revocation.ocspUrl, first: 0 });
  const tsa = await createRevocableTsa({ crl: revocation.crlUrl, first: 2 }, clock);
  revocation.serve(own.signer, tsa.signer);
  [roots, tsaRoots] = [[own.signer.root, person.root], [tsa.signer.root]];
  server = await startTestServer(
    { WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' },
    { clock, seal: own.seal, timestampAuthorities: [tsa.authority] },
  );
});
afterAll(async () => {
  await server.close();
  await revocation.close();
});

const judge = (pdf: Uint8Array) => verifyReport(pdf, { roots, tsaRoots, now: clock.now() });

describe('a report whose certificates can be asked about', () => {
  it('is B-LTA on the resource, in the addenda and to a verifier, and a person signs it as any other', async () => {
    const { sessionId, reportId } = await completeSession(server);
    const { seal } = await server.client.reports.get(sessionId, reportId);
    expect(seal).toEqual({ level: 'B-LTA', authority: 'https://tsa.example/tsr', demo: false });
    const { prisma } = server.context.database;
    const addendum = await prisma.addendaEntry.findFirstOrThrow({
      where: { session_id: sessionId, kind: 'report.ready' },
    });
    expect(addendum.payload).toMatchObject({ seal: 'B-LTA' });
    const response = await server.client.reports.download(sessionId);
    const pdf = new Uint8Array(await response.arrayBuffer());
    expect(await judge(pdf)).toMatchObject({ verdict: 'trusted', signatures: [{ level: 'B-LTA' }, {}] });

    const report = await prisma.report.findFirstOrThrow({ where: { id: reportId } });
    const { key, certificates } = person;
    const order = { certificates, hash: 'SHA-256' as const, claimedAt: clock.now() };
    const digest = await digestRevision(server.context, report, order);
    const { bytes } = await prepareSignature({ ...order, digest });
    const signature = new Uint8Array(sign('sha256', bytes, { key, dsaEncoding: 'der' }));
    const signed = { ...order, digest, signature, reportId: server.context.ids.next() };
    const stored = await embedSignature(server.context, report, signed);
    const ownerId = signed.reportId;
    const name = nameContent({ organisationId: report.organisation_id, ownerId }, stored!.sha256);
    expect(await judge(await buffer(await server.context.objects.get(name)))).toMatchObject({
      verdict: 'trusted',
      fault: null,
      revisions: 5,
      signatures: [
        { field: 'Seal', level: 'B-LTA' },
        { kind: 'document_timestamp' },
        { field: 'Signature1', level: 'B-T', signer_kind: 'person' },
      ],
    });
  });
});
