import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifyReport } from '@field-inspection/evidence';
import { opensslVersion } from '@field-inspection/evidence/testing/openssl-authority';
import { verifyCmsWithOpenssl } from '@field-inspection/evidence/testing/run-openssl-cms';
import { openPlaceholder } from '@field-inspection/evidence/testing/sign-pdf';
import {
  hasCertutil,
  pdfsigVersion,
  runPdfsig,
  trustByPdfsig,
} from '@field-inspection/evidence/testing/run-pdfsig';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureDemoSeal, openDemoSeal } from '../../../demo/authority/open-demo-seal.ts';
import { openDemoTimestampAuthority } from '../../../demo/authority/open-demo-timestamp-authority.ts';
import { parseTsaUrls } from '../../../config/parse-tsa-urls.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createMetrics } from '../../../platform/metrics.ts';
import { holdSeal } from '../../../platform/seal/open-seal-source.ts';
import type { Seal } from '../../../platform/seal/seal.ts';
import { systemRandom } from '../../../platform/secrets/random.ts';
import { openTimestampAuthorities } from '../../../platform/tsa-client/open-timestamp-authorities.ts';
import type { TimestampAuthority } from '../../../platform/tsa-client/timestamp-authority.ts';
import { createFakeClock } from '../../../testing/create-fake-clock.ts';
import { createTestSeal, type TestSealKind } from '../../../testing/create-test-seal.ts';
import {
  startTimestampAuthority,
  type Lie,
  type TimestampAuthorityServer,
} from '../../../testing/start-timestamp-authority.ts';
import type { ReportInput, ReportSeal } from '../input/report-input.ts';
import type { RenderedReport } from '../rendering/typeset-sheet.ts';
import { renderReport } from '../rendering/render-report.ts';
import { sampleReport } from '../rendering/testing/sample-report.ts';
import { NoValidSealError, sealReport } from './seal-report.ts';

const clock = createFakeClock();
let input: ReportInput;
let rendered: RenderedReport;
let one: TimestampAuthorityServer;
let other: TimestampAuthorityServer;
let authorities: TimestampAuthority[];
let logged: string[];

beforeAll(async () => {
  input = { ...(await sampleReport({ photos: [] })), createdAt: clock.now().toISOString() };
  rendered = await renderReport(input);
  [one, other] = await Promise.all([startTimestampAuthority(clock), startTimestampAuthority(clock)]);
  authorities = [...(await open(one)), ...(await open(other))];
});
afterAll(() => Promise.all([one.close(), other.close()]));
beforeEach(() => {
  for (const server of [one, other]) server.answer(undefined);
  logged = [];
});

const open = ({ url, caFile }: TimestampAuthorityServer) =>
  openTimestampAuthorities({ tsaCaFile: caFile }, parseTsaUrls(url)!);

const worldOf = (seal: Seal | null, timestampAuthorities: readonly TimestampAuthority[] = authorities) => ({
  seal: holdSeal(seal),
  timestampAuthorities,
  revocation: { find: async () => ({ status: 'unknown' as const, reason: 'Nobody is asked.' }) },
  clock,
  random: systemRandom,
  metrics: createMetrics(),
  log: createLogger('warn', { write: (line) => void logged.push(line) }),
});

/** Notes the words in place of rendering. */
const recordWords = () => {
  const words: (ReportSeal | null)[] = [];
  const render = async (seal: ReportSeal | null) => {
    words.push(seal);
    // Sealing takes the bytes over.
    return structuredClone(rendered);
  };
  return { words, render };
};

const judge = (pdf: Uint8Array, root: Uint8Array) =>
  verifyReport(pdf, { roots: [root], tsaRoots: [one.root, other.root], now: clock.now() });

const KINDS: TestSealKind[] = ['P-256', 'P-384', 'RSA', 'RSA-PSS'];
const openssl = opensslVersion ?? 'SKIPPED, since the openssl program is not installed';
const pdfsig = pdfsigVersion ?? 'SKIPPED, since pdfsig is not installed';

describe('a sealed report', () => {
  it.each(KINDS)('is trusted at level B-T under the root of its seal: %s', async (kind) => {
    const { seal, root } = createTestSeal(kind);
    const report = await sealReport(worldOf(seal), (words) => renderReport({ ...input, seal: words }));
    expect(report.seal).toEqual({ level: 'B-T', authority: one.url, demo: false });
    expect(report.pages).toBe(rendered.pages);
    expect(await judge(report.pdf, root)).toMatchObject({
      verdict: 'trusted',
      revisions: 2,
      signatures: [{ field: 'Seal', signer_kind: 'organisation', level: 'B-T', covers_whole_document: true }],
    });
    expect(await judge(report.pdf, createTestSeal().root)).toMatchObject({ verdict: 'untrusted' });
  });

  it.skipIf(!hasCertutil || !pdfsigVersion).each(KINDS.filter((kind) => kind !== 'RSA-PSS'))(
    `is valid and trusted to pdfsig: %s (${pdfsig})`,
    async (kind) => {
      const { seal, root } = createTestSeal(kind);
      const { pdf } = await sealReport(worldOf(seal), async () => structuredClone(rendered));
      expect(runPdfsig(pdf)).toEqual(['Signature is Valid.']);
      expect(trustByPdfsig(pdf, root)).toEqual(['Certificate is Trusted.']);
      expect(trustByPdfsig(pdf, createTestSeal().root)).not.toEqual(['Certificate is Trusted.']);
    },
  );

  it.skipIf(!opensslVersion).each(KINDS)(
    `is verified by \`openssl cms\`, and no more with other content: %s (${openssl})`,
    async (kind) => {
      const { seal, root } = createTestSeal(kind);
      const { pdf } = await sealReport(worldOf(seal), async () => structuredClone(rendered));
      const { bytes, start, end, content } = openPlaceholder(pdf);
      const cms = Buffer.from(Buffer.from(bytes.subarray(start, end)).toString('latin1'), 'hex');
      const given = { cms: cms.subarray(0, 4 + cms.readUInt16BE(2)), root, at: clock.now() };
      expect(verifyCmsWithOpenssl({ ...given, content })).toBe(true);
      expect(verifyCmsWithOpenssl({ ...given, content: content.slice(1) })).toBe(false);
    },
  );

  it(`is valid no more after one flipped byte, wherever it is (pdfsig: ${pdfsig})`, async () => {
    const { seal, root } = createTestSeal('RSA');
    const { pdf } = await sealReport(worldOf(seal), async () => structuredClone(rendered));
    const contents = Buffer.from(pdf).lastIndexOf('/Contents');
    for (let part = 0; part < 40; part++) {
      const at = Math.floor((part / 40) * pdf.length);
      const isSigned = at < contents || at > contents + 65_600;
      if (!isSigned) continue;
      const flipped = Uint8Array.from(pdf);
      flipped[at]! ^= 1;
      expect(await judge(flipped, root), `byte ${at}`).toMatchObject({ verdict: 'invalid' });
      if (pdfsigVersion) expect(runPdfsig(flipped), `byte ${at}`).not.toContain('Signature is Valid.');
    }
  });

  it('has the same bytes for the same report, wherever its time comes from', async () => {
    const { seal } = createTestSeal('RSA');
    const [first, second] = [
      await sealReport(worldOf(seal, []), async () => structuredClone(rendered)),
      await sealReport(worldOf(seal, []), async () => structuredClone(rendered)),
    ];
    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
    const { pdf } = await sealReport(worldOf(seal), async () => structuredClone(rendered));
    const until = Buffer.from(pdf).lastIndexOf('/Contents');
    expect(Buffer.compare(pdf.subarray(0, until), first.pdf.subarray(0, until))).toBe(0);
    expect(pdf.length).toBe(first.pdf.length);
  });

  it('is the report that was rendered, with a revision behind it', async () => {
    const { pdf } = await sealReport(worldOf(createTestSeal().seal), async () => structuredClone(rendered));
    expect(Buffer.compare(pdf.subarray(0, rendered.pdf.length), rendered.pdf)).toBe(0);
  });
});

describe('a report without a usable seal', () => {
  it('says that it has none, and bears none', async () => {
    const { words, render } = recordWords();
    expect(await sealReport(worldOf(null), render)).toEqual({ ...rendered, seal: null });
    expect(words).toEqual([null]);
  });

  it('is made so, too, once the certificate has expired: verifiers would call the seal invalid', async () => {
    const { seal } = createTestSeal();
    const { words, render } = recordWords();
    const expired = { ...seal, notAfter: new Date(clock.now().getTime() - 1) };
    expect(await sealReport(worldOf(expired), render)).toMatchObject({ seal: null, pdf: rendered.pdf });
    expect(words).toEqual([null]);
    expect(logged.join('')).toContain('expired');
  });

  it('is not made before the seal is valid, nor after, where the host wants no report without one', async () => {
    const { seal } = createTestSeal();
    const { words, render } = recordWords();
    for (const [part, ms] of [
      ['notAfter', -1],
      ['notBefore', 1],
    ] as const) {
      const invalid = { ...seal, [part]: new Date(clock.now().getTime() + ms) };
      const world = { ...worldOf(invalid), seal: holdSeal(invalid, { isRequired: true }) };
      await expect(sealReport(world, render)).rejects.toThrow(NoValidSealError);
    }
    expect(words).toEqual([]);
    expect(logged.join('')).toMatch(/expired at .* is valid only from /s);
  });
});

const BT = (authority: string) => ({ level: 'B-T', authority, demo: false });
const BB = { level: 'B-B', authority: null, demo: false };

it('tells Prometheus when the certificates of the authority end that gave the time', async () => {
  const world = worldOf(createTestSeal().seal);
  await sealReport(world, recordWords().render);
  const { values } = await world.metrics.tsaNotAfterSeconds.get();
  const ends = [...readFileSync(one.caFile, 'utf8').matchAll(CERTIFICATE)].map(([pem]) =>
    Date.parse(new X509Certificate(pem).validTo),
  );
  expect(values.map(({ labels }) => labels)).toEqual([{ authority: one.url }]);
  expect(values[0]!.value * 1000).toBeLessThanOrEqual(Math.min(...ends));
  expect(values[0]!.value * 1000).toBeGreaterThan(clock.now().getTime());
});

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

describe('authorities that fail cost a level, never the report', () => {
  const LIES: Lie[] = [
    'other data',
    'another request',
    'an hour ahead',
    'a flipped bit',
    'garbage',
    'nothing',
  ];
  const DOWN: Lie[] = ['an error', 'a redirect', 'a page', 'far too much', 'a closed connection', 'silence'];

  it.each([...LIES, ...DOWN])('B-B, and it says so, when they answer with %s', async (lie) => {
    for (const server of [one, other]) server.answer(lie);
    const { seal, root } = createTestSeal();
    const { words, render } = recordWords();
    const report = await sealReport(worldOf(seal), render, { stampTimeoutMs: 1_000 });
    expect(report.seal).toEqual(BB);
    expect(words).toEqual([BT(one.url), BT(other.url), BB]);
    expect(await judge(report.pdf, root)).toMatchObject({
      verdict: 'trusted',
      signatures: [{ level: 'B-B', timestamp: null }],
    });
    expect(logged).toHaveLength(2);
  });

  it('asks the next one, and names it in the report', async () => {
    one.answer('an error');
    const { seal, root } = createTestSeal();
    const { words, render } = recordWords();
    const report = await sealReport(worldOf(seal), render);
    expect(words).toEqual([BT(one.url), BT(other.url)]);
    expect(report.seal).toEqual(BT(other.url));
    expect(await judge(report.pdf, root)).toMatchObject({
      verdict: 'trusted',
      signatures: [{ level: 'B-T' }],
    });
  });

  it('B-B when there is none, or one that throws or never answers', async () => {
    const { seal } = createTestSeal();
    const broken = { name: 'broken', roots: [], ask: () => Promise.reject(new Error('broken')) };
    const silent = { name: 'silent', roots: [], ask: () => new Promise<never>(() => {}) };
    for (const asked of [[], [broken], [silent]]) {
      const { render } = recordWords();
      expect(await sealReport(worldOf(seal, asked), render, { stampTimeoutMs: 50 })).toMatchObject({
        seal: BB,
      });
    }
  });

  it('calls a seal demo when its key is, or its time', async () => {
    const { seal } = createTestSeal();
    const demo = { ...authorities[0]!, name: 'demo' };
    const { render } = recordWords();
    expect((await sealReport(worldOf(seal, [demo]), render)).seal).toEqual({ ...BB, demo: true });
    expect(await sealReport(worldOf({ ...seal, demo: true }), render)).toMatchObject({
      seal: { demo: true },
    });
  });
});

it('a seal of demo mode is of the level that a verifier finds, and trusted by none, even one who was given its root', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'demo-seal-'));
  try {
    const [files, seal] = [await ensureDemoSeal({ dir }), await openDemoSeal({ dir })];
    const authority = await openDemoTimestampAuthority({ dir, clock, random: systemRandom });
    const { pdf, seal: said } = await sealReport(worldOf(seal, [authority]), recordWords().render);
    expect(said).toEqual({ ...BB, demo: true });
    const roots = [await readFile(files.caFile)];
    expect(await verifyReport(pdf, { roots, tsaRoots: authority.roots, now: clock.now() })).toMatchObject({
      verdict: 'untrusted',
      fault: null,
      signatures: [{ level: 'B-B', demo: true, code: 'demo', signer: null, timestamp: { demo: true } }],
    });
  } finally {
    await rm(dir, { recursive: true });
  }
});

it('a report names the head of its audit chain, and the seal covers that', async () => {
  const { seal, root } = createTestSeal();
  const { pdf } = await sealReport(worldOf(seal), recordWords().render);
  expect(await judge(pdf, root)).toMatchObject({ verdict: 'trusted', head: input.chain.head });
});

it('loses the report only when it can not be rendered', async () => {
  const { seal } = createTestSeal();
  await expect(sealReport(worldOf(seal), () => Promise.reject(new Error('typst')))).rejects.toThrow('typst');
});
