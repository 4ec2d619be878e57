import { createHash, sign } from 'node:crypto';
import { verifyReport } from '@field-inspection/evidence';
import { assembleSignature, prepareSignature } from '@field-inspection/evidence/seal';
import { verifiesTokenByOpenssl } from '@field-inspection/evidence/testing/ask-openssl';
import { opensslVersion } from '@field-inspection/evidence/testing/openssl-authority';
import { openPlaceholder } from '@field-inspection/evidence/testing/sign-pdf';
import { pdfsigVersion, runPdfsig } from '@field-inspection/evidence/testing/run-pdfsig';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import { createRevocationFinder } from '../../../platform/revocation/create-revocation-finder.ts';
import { createFetchSignedAnswer } from '../../../platform/safe-fetch/fetch-signed-answer.ts';
import { createMetrics } from '../../../platform/metrics.ts';
import { holdSeal } from '../../../platform/seal/open-seal-source.ts';
import { systemRandom } from '../../../platform/secrets/random.ts';
import type { TimestampAuthority } from '../../../platform/tsa-client/timestamp-authority.ts';
import { createFakeClock, type FakeClock } from '../../../testing/create-fake-clock.ts';
import { createTestPerson } from '../../../testing/create-test-seal.ts';
import { createRevocableSeal, createRevocableTsa } from '../../../testing/create-revocable-seal.ts';
import {
  startRevocationAuthority,
  type Misdeed,
  type RevocationAuthorityServer,
} from '../../../testing/start-revocation-authority.ts';
import type { ReportInput, ReportSeal } from '../input/report-input.ts';
import type { RenderedReport } from '../rendering/typeset-sheet.ts';
import { renderReport } from '../rendering/render-report.ts';
import { sampleReport } from '../rendering/testing/sample-report.ts';
import { digestReserved, fillSignature, reserveSignature } from './reserve-signature.ts';
import { NoValidSealError, sealReport } from './seal-report.ts';

type Trusted = Awaited<ReturnType<typeof createRevocableSeal>>['signer'];

let clock: FakeClock;
let input: ReportInput;
let rendered: RenderedReport;
let server: RevocationAuthorityServer;
let logged: string[];

beforeAll(async () => {
  clock = createFakeClock();
  input = { ...(await sampleReport({ photos: [] })), createdAt: clock.now().toISOString() };
  rendered = await renderReport(input);
  server = await startRevocationAuthority({ now: () => clock.now() });
});
afterAll(() => server.close());
beforeEach(() => {
  clock = createFakeClock();
  logged = [];
  server.answer(undefined);
  server.asked.length = 0;
});

type Kind = 'ocsp' | 'crl';

type WorldChoice = { kinds?: Kind[]; tsaKinds?: Kind[]; timeoutMs?: number };

const openWorld = async (choice: WorldChoice = {}) => {
  const { kinds = ['ocsp', 'crl'], tsaKinds = kinds, timeoutMs = 30_000 } = choice;
  const sourcesOf = (wanted: Kind[], first: number) => ({
    ...(wanted.includes('ocsp') ? { ocsp: server.ocspUrl } : {}),
    ...(wanted.includes('crl') ? { crl: server.crlUrl } : {}),
    first,
  });
  const own = await createRevocableSeal(sourcesOf(kinds, 0));
  const tsa = await createRevocableTsa(sourcesOf(tsaKinds, 2), { now: () => clock.now() });
  server.serve(own.signer, tsa.signer);
  const time = { now: () => clock.now() };
  const fetchSignedAnswer = createFetchSignedAnswer({ allowPrivateNetworks: true, timeoutMs });
  return {
    signer: own.signer,
    tsa: tsa.signer,
    context: {
      seal: holdSeal(own.seal),
      timestampAuthorities: [tsa.authority] as TimestampAuthority[],
      revocation: createRevocationFinder({ clock: time, fetchSignedAnswer }, { timeoutMs }),
      clock: time,
      random: systemRandom,
      metrics: createMetrics(),
      log: createLogger('warn', { write: (line) => void logged.push(line) }),
    },
  };
};

const record = () => {
  const levels: (ReportSeal['level'] | null)[] = [];
  const render = async (seal: ReportSeal | null) => {
    levels.push(seal?.level ?? null);
    return structuredClone(rendered);
  };
  return { levels, render };
};

const judge = (pdf: Uint8Array, { signer, tsa }: { signer: Trusted; tsa: Trusted }) =>
  verifyReport(pdf, { roots: [signer.root], tsaRoots: [tsa.root], now: clock.now() });

const openssl = opensslVersion ?? 'SKIPPED, since the openssl program is not installed';
const pdfsig = pdfsigVersion ?? 'SKIPPED, since pdfsig is not installed';

describe('a report whose certificates can be asked about', () => {
  it.each<[string, Kind[]]>([
    ['by responders', ['ocsp']],
    ['by revocation lists', ['crl']],
    ['by both', ['ocsp', 'crl']],
  ])('is B-LTA, and says so in its words and on the resource: %s', async (_name, kinds) => {
    const world = await openWorld({ kinds });
    const report = await sealReport(world.context, (words) => renderReport({ ...input, seal: words }));
    expect(report.seal).toEqual({ level: 'B-LTA', authority: 'https://tsa.example/tsr', demo: false });
    expect(await judge(report.pdf, world)).toMatchObject({
      verdict: 'trusted',
      fault: null,
      revisions: 4,
      has_validation_data: true,
      signatures: [
        { field: 'Seal', level: 'B-LTA', verdict: 'trusted' },
        { kind: 'document_timestamp', verdict: 'trusted', covers_whole_document: true },
      ],
    });
    expect(logged).toEqual([]);
  });

  it.skipIf(!pdfsigVersion)(`stays valid to pdfsig (${pdfsig})`, async () => {
    const { context } = await openWorld();
    const { pdf } = await sealReport(context, record().render);
    expect(runPdfsig(pdf)[0]).toBe('Signature is Valid.');
  });

  it.skipIf(!opensslVersion)(`has a document timestamp that \`openssl ts\` takes (${openssl})`, async () => {
    const { context, tsa } = await openWorld();
    const { pdf } = await sealReport(context, record().render);
    const { bytes, start, end, content } = openPlaceholder(pdf);
    const padded = Buffer.from(Buffer.from(bytes.subarray(start, end)).toString('latin1'), 'hex');
    const token = padded.subarray(0, 4 + padded.readUInt16BE(2));
    const given = { root: tsa.root, between: tsa.certificates.slice(1) };
    const digest = createHash('sha256').update(content).digest();
    expect(verifiesTokenByOpenssl(token, { ...given, digest })).toBe(true);
    digest[0]! ^= 1;
    expect(verifiesTokenByOpenssl(token, { ...given, digest })).toBe(false);
  });

  it('asks once for each certificate, whatever the number of reports, until the answer ends', async () => {
    const { context } = await openWorld({ kinds: ['ocsp'] });
    for (let count = 0; count < 3; count++) await sealReport(context, record().render);
    expect(server.asked).toHaveLength(4);
    clock.advance(86_400_000);
    expect((await sealReport(context, record().render)).seal?.level).toBe('B-LTA');
    expect(server.asked).toHaveLength(8);
  });

  it('falls back to the list of a certificate whose responder is no use', async () => {
    server.answer('garbage', 'ocsp');
    const { context } = await openWorld();
    expect((await sealReport(context, record().render)).seal?.level).toBe('B-LTA');
    expect(server.asked).toEqual(expect.arrayContaining(['ocsp', 'crl']));
  });

  it('falls back to the list in time, of one whose responder says nothing', async () => {
    server.answer('silence', 'ocsp');
    const { context } = await openWorld({ timeoutMs: 6_000 });
    expect((await sealReport(context, record().render)).seal?.level).toBe('B-LTA');
  });

  it('takes the signature of a person on top, and keeps its level', async () => {
    const world = await openWorld();
    const { pdf } = await sealReport(world.context, record().render);
    const { key, certificates, root } = createTestPerson();
    const order = { certificate: certificates[0]!, now: clock.now(), field: 'Signature1' };
    const reserved = await reserveSignature(pdf, order);
    const digest = digestReserved(reserved, 'SHA-256');
    const { bytes } = await prepareSignature({ digest, certificates });
    const signature = new Uint8Array(sign('sha256', bytes, { key, dsaEncoding: 'der' }));
    fillSignature(reserved, await assembleSignature({ digest, certificates, signature }));

    const { signer, tsa } = world;
    const expected = { roots: [signer.root, root], tsaRoots: [tsa.root], now: clock.now() };
    expect(await verifyReport(reserved.pdf, expected)).toMatchObject({
      verdict: 'trusted',
      revisions: 5,
      signatures: [{ level: 'B-LTA' }, { kind: 'document_timestamp' }, { field: 'Signature1', level: 'B-B' }],
    });
    if (!pdfsigVersion) return;
    const said = runPdfsig(reserved.pdf);
    expect([said[0], said.at(-1)]).toEqual(['Signature is Valid.', 'Signature is Valid.']);
  });
});

const day = (offset: number) => new Date(createFakeClock().now().getTime() + offset * 86_400_000);

describe('answers that fail cost a level, never the report', () => {
  it.each<[string, Misdeed]>([
    ...(['an error', 'a redirect', 'garbage', 'far too much', 'a closed connection'] as const).map(
      (misdeed): [string, Misdeed] => [misdeed, misdeed],
    ),
    ['silence', 'silence'],
    ['a drip', 'a drip'],
    ['a refusal', 'no answer'],
    ['an answer for another certificate', { serial: Uint8Array.of(7) }],
    ['one that has ended', { thisUpdate: day(-9), nextUpdate: day(-1) }],
    ['one that has not begun', { thisUpdate: day(1), nextUpdate: day(2) }],
  ])('B-T, within a bounded time: %s', async (_name, misdeed) => {
    server.answer(misdeed);
    const world = await openWorld({ kinds: ['ocsp'], timeoutMs: 300 });
    const { levels, render } = record();
    const started = performance.now();
    const report = await sealReport(world.context, render);
    expect(performance.now() - started).toBeLessThan(60_000);
    expect({ level: report.seal?.level, levels }).toEqual({ level: 'B-T', levels: ['B-T'] });
    expect(await judge(report.pdf, world)).toMatchObject({
      verdict: 'trusted',
      signatures: [{ level: 'B-T' }],
    });

    const count = server.asked.length;
    await sealReport(world.context, render);
    expect(server.asked).toHaveLength(count);
  });

  it('B-T with words for B-T, where the certificates of the authority can not be asked about', async () => {
    const world = await openWorld({ kinds: ['ocsp'], tsaKinds: [] });
    const { levels, render } = record();
    expect((await sealReport(world.context, render)).seal?.level).toBe('B-T');
    expect(levels).toEqual(['B-LTA', 'B-T']);
    // The next report is not rendered in vain.
    expect((await sealReport(world.context, render)).seal?.level).toBe('B-T');
    expect(levels).toEqual(['B-LTA', 'B-T', 'B-T']);
    expect(logged.join('')).toContain('without validation data of its authority');
  });

  it('B-LT with words for B-LT, where the authority gives no second time', async () => {
    const world = await openWorld();
    const [authority] = world.context.timestampAuthorities;
    let count = 0;
    const ask: TimestampAuthority['ask'] = async (request) => {
      count += 1;
      if (count === 2) return { ok: false, failure: 'unreachable', message: 'It is down.' };
      return authority!.ask(request);
    };
    const { levels, render } = record();
    const context = { ...world.context, timestampAuthorities: [{ ...authority!, ask }] };
    const report = await sealReport(context, render);
    expect({ level: report.seal?.level, levels }).toEqual({ level: 'B-LT', levels: ['B-LTA', 'B-LT'] });
    expect(await judge(report.pdf, world)).toMatchObject({
      verdict: 'trusted',
      signatures: [{ level: 'B-LT' }],
    });
  });

  it('B-T where something throws that never should', async () => {
    const { context } = await openWorld();
    let count = 0;
    const find: typeof context.revocation.find = async (question) => {
      count += 1;
      if (count > 2) throw new Error('broken');
      return context.revocation.find(question);
    };
    const report = await sealReport({ ...context, revocation: { find } }, record().render);
    expect(report.seal?.level).toBe('B-T');
    expect(logged.join('')).toContain('could not be added');
  });

  it('B-T where the root of the seal is not at hand, which signs what is said of the one below it', async () => {
    const { context } = await openWorld();
    const seal = holdSeal({ ...(await context.seal.read())!, others: [] });
    expect((await sealReport({ ...context, seal }, record().render)).seal?.level).toBe('B-T');
  });
});

describe('a certificate that was revoked', () => {
  const revoked: Misdeed = { status: 'revoked', revokedAt: day(-3) };

  it('of the seal: reports wait, or are made without a seal, and the log says why', async () => {
    server.answer(revoked);
    const { context } = await openWorld();
    const { levels, render } = record();
    expect(await sealReport(context, render)).toMatchObject({ seal: null, pdf: rendered.pdf });
    expect(levels).toEqual([null]);
    expect(logged.join('')).toContain('a certificate of SEAL_P12 was revoked');
    const seal = { ...context.seal, isRequired: true };
    await expect(sealReport({ ...context, seal }, render)).rejects.toThrow(NoValidSealError);
  });

  it('of the authority: it gives no time, and the log says why', async () => {
    const own = await createRevocableSeal({ ocsp: server.ocspUrl });
    const others = await openWorld({ kinds: ['ocsp'] });
    server.serve(own.signer, others.tsa);
    const { levels, render } = record();
    const context = { ...others.context, seal: holdSeal(own.seal) };
    await context.revocation.find({
      certificate: own.signer.certificates[0]!,
      issuer: own.signer.issuers[0]!.certificate,
    });
    await context.revocation.find({
      certificate: own.signer.certificates[1]!,
      issuer: own.signer.issuers[1]!.certificate,
    });
    server.answer(revoked);
    const report = await sealReport(context, render);
    expect({ level: report.seal?.level, levels }).toEqual({ level: 'B-B', levels: ['B-LTA', 'B-B'] });
    expect(logged.join('')).toContain('the certificate of an authority was revoked');
  });
});
