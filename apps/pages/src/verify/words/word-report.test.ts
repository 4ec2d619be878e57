import { LOCALES } from '@field-inspection/contract';
import { verifyReport, type ReportVerdict } from '@field-inspection/evidence';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  openReportCase,
  type ReportCase,
} from '../../../../../packages/evidence/src/testing/open-report-case.ts';
import { addStore, answerFor, stampPdf } from '../../../../../packages/evidence/src/testing/archive-pdf.ts';
import { writePdf } from '../../../../../packages/evidence/src/testing/write-pdf.ts';
import {
  createSigner,
  DEMO_SEAL_EXTENSIONS,
  signPdf,
} from '../../../../../packages/evidence/src/testing/sign-pdf.ts';
import { DEMO_POLICY } from '../../../../../packages/evidence/src/x509/oids.ts';
import type { Finding } from './finding.ts';
import { verifyCatalogues } from '../../../../server/src/http/pages/page-catalogues.ts';
import { wordReport } from './word-report.ts';

const NOW = new Date('2026-11-22T00:00:00Z');
const english = { texts: verifyCatalogues.en, tag: 'en-GB' };
const HEAD = 'ab'.repeat(32);
const STAMPED = '20 November 2026 at 10:02:00 UTC';

let open: ReportCase;
beforeAll(async () => {
  open = await openReportCase();
});

const word = (verdict: ReportVerdict, expectedHead: string | null = null): Finding =>
  wordReport(english, { verdict, expectedHead });

const judge = (pdf: Uint8Array, { roots = false, tsaRoots = false } = {}): Promise<ReportVerdict> =>
  verifyReport(pdf, {
    roots: roots ? [open.signer.root] : [],
    tsaRoots: tsaRoots ? [open.tsa.root] : [],
    now: NOW,
  });

describe('a sealed report', () => {
  it('is verified under the roots of its seal and its time', async () => {
    const finding = word(await judge(open.sealed, { roots: true, tsaRoots: true }));
    expect(finding).toMatchObject({ tone: 'good', heading: 'Verified', fault: null });
    expect(finding.proven).toEqual([
      'Nothing was changed since the first seal or signature, except that further ones were added.',
      'CN=Test unit signed it.',
      `Signature 1 existed on ${STAMPED}.`,
    ]);
    expect(finding.unproven.join()).not.toMatch(/Who sealed|When it was sealed/);
    expect(finding.groups).toEqual([
      {
        heading: 'Seals and signatures',
        items: [{ name: 'Seal', isBad: false, details: ['Trusted', 'CN=Test unit', 'PAdES B-T', STAMPED] }],
      },
    ]);
  });

  it('says of its certificates that none had been revoked, where it carries what proves that', async () => {
    const [seal, tsa] = [await answerFor(open.signer), await answerFor(open.tsa)];
    const store = { ocsps: [...seal.ocsps, ...tsa.ocsps], crls: [...seal.crls, ...tsa.crls] };
    const archived = await stampPdf(addStore(open.sealed, store), open.tsa);
    const trusted = { roots: true, tsaRoots: true };
    const finding = word(await judge(archived, trusted));
    expect(finding.tone).toBe('good');
    expect(finding.proven).toContain('No certificate of signature 1 had been revoked then.');
    expect(finding.unproven).not.toContain('Whether a certificate was revoked.');
    expect(finding.groups[0]!.items[0]!.details).toContain('PAdES B-LTA');

    const without = word(await judge(open.sealed, trusted));
    expect(without.proven.join()).not.toContain('revoked');
    expect(without.unproven).toContain('Whether a certificate was revoked.');
  });

  it('is in order no more once its certificate had been revoked, and says why', async () => {
    const store = await answerFor(open.signer, { ocsp: { status: 'revoked' } });
    const finding = word(await judge(addStore(open.sealed, store), { roots: true, tsaRoots: true }));
    expect(finding).toMatchObject({ tone: 'bad', fault: { place: 'signature 1', code: 'revoked' } });
    expect(finding.fault?.reason).toBe('A certificate is not valid for this.');
  });

  it('shows no time that no trusted authority proves', async () => {
    const finding = word(await judge(open.sealed, { roots: true }));
    expect(finding.tone).toBe('good');
    expect(JSON.stringify(finding)).not.toContain(STAMPED);
    expect(finding.unproven.join()).toContain('When it was sealed or signed');
    expect(finding.groups[0]!.items[0]!.details).toEqual([
      'Trusted',
      'CN=Test unit',
      'PAdES B-B',
      'Its timestamp does not count: it leads to no root certificate that you trust. With one the level is higher',
    ]);
  });

  it('is doubtful without a root, and names nobody as its signer', async () => {
    const finding = word(await judge(open.sealed));
    expect(finding.tone).toBe('doubt');
    expect(finding.heading).toContain('who vouches for it is not checked');
    expect(finding.unproven.join()).toContain('anybody can make a seal of their own');
    expect(JSON.stringify(finding)).not.toContain('CN=Test unit');
  });

  it('tells an organisation from a person', async () => {
    const verdict = await judge(open.sealed, { roots: true, tsaRoots: true });
    const [signature] = verdict.signatures;
    const signatures = [{ ...signature!, signer_kind: 'organisation' as const }];
    expect(word({ ...verdict, signatures }).proven).toContain('CN=Test unit sealed it.');
  });

  it('that names no head can not be held against the one in the address, and says so', async () => {
    const verdict = await judge(open.sealed, { roots: true, tsaRoots: true });
    expect(word(verdict, HEAD).unproven.join()).toContain('The bundle tells');
    expect(word(verdict).unproven.join()).not.toContain('The bundle tells');
  });

  it('that names a head is held against the one in the address', async () => {
    const verdict = { ...(await judge(open.sealed, { roots: true, tsaRoots: true })), head: HEAD };
    const fits = word(verdict, HEAD);
    expect(fits).toMatchObject({ tone: 'good', heading: 'Verified' });
    expect(fits.proven.join()).toContain('names the head that is in the address of this page');
    expect(fits.unproven.join()).not.toContain('The bundle tells');
    expect(fits.facts[0]).toEqual({ label: 'Head of the audit chain (SHA-256)', value: HEAD });

    const other = word(verdict, '0'.repeat(64));
    expect(other).toMatchObject({ tone: 'bad', heading: 'Not the report of this address' });
    expect(other.proven.join()).not.toContain('the address of this page');
    expect(word(verdict).tone).toBe('good');
  });
});

describe('a report that a demo sealed', () => {
  it('is never told as verified, whatever root is added', async () => {
    const demo = await createSigner({ signer: { extensions: DEMO_SEAL_EXTENSIONS } });
    const pdf = await signPdf(writePdf(), demo, { tsa: open.tsa });
    for (const roots of [[], [demo.root]]) {
      const finding = word(await verifyReport(pdf, { roots, tsaRoots: [open.tsa.root], now: NOW }));
      expect(finding.tone).toBe('doubt');
      expect(finding.heading).toBe('Unchanged since it was sealed, but by a demo, which proves nothing');
      expect(finding.groups[0]!.items[0]!.details).toContain('Demo');
      expect(finding.unproven[0]).toBe(
        'Who sealed or signed it, where that was a demo: anybody can start one.',
      );
      expect(JSON.stringify(finding)).not.toContain('Trusted');
    }
  });
});

it('says of a timestamp of a demo that it does not count', async () => {
  const pdf = await signPdf(writePdf(), open.signer, { tsa: open.tsa, policy: DEMO_POLICY });
  const { groups } = word(await judge(pdf, { roots: true, tsaRoots: true }));
  expect(groups[0]!.items[0]!.details).toEqual(
    expect.arrayContaining(['PAdES B-B', 'Its timestamp does not count: it is from a demo']),
  );
});

describe('the words about demos', () => {
  const demo = { demo: true, verdict: 'untrusted' as const };
  const real = { demo: false, verdict: 'trusted' as const };
  const judged = async (list: { demo: boolean; verdict: 'trusted' | 'untrusted' }[]) => {
    const verdict = await judge(open.sealed, { roots: true, tsaRoots: true });
    const signatures = list.map((each) => ({ ...verdict.signatures[0]!, ...each }));
    return { ...verdict, verdict: 'untrusted' as const, signatures };
  };

  it.each([
    ['the only one', [demo], /But a demo did that/, 'but by a demo'],
    ['all of several', [demo, demo, demo], /But all of them are from a demo/, 'but by a demo'],
    ['one of several', [demo, real], /But at least one of them is from a demo/, 'but a demo took part'],
    [
      'several of more',
      [demo, real, demo],
      /But at least one of them is from a demo/,
      'but a demo took part',
    ],
  ])('tell how many of the seals and signatures are from one: %s', async (_, list, lead, heading) => {
    const finding = word(await judged(list));
    expect(finding.lead).toMatch(lead);
    expect(finding.heading).toContain(heading);
  });

  it.each(LOCALES)('are three sentences in %s', async (locale) => {
    const language = { texts: verifyCatalogues[locale], tag: locale };
    const leads = [];
    for (const list of [[demo], [demo, demo], [demo, real]]) {
      leads.push(wordReport(language, { verdict: await judged(list), expectedHead: null }).lead);
    }
    expect(new Set(leads).size).toBe(3);
  });
});

it('a PDF without a seal proves nothing', async () => {
  const finding = word(await judge(writePdf(), { roots: true, tsaRoots: true }));
  expect(finding).toMatchObject({ tone: 'doubt', heading: 'Without a seal', proven: [], unproven: [] });
});

it('a report that was changed names the first bad place, and proves nothing', async () => {
  const tampered = new Uint8Array(open.sealed);
  tampered[Buffer.from(tampered).indexOf('No cracks')] = 'S'.charCodeAt(0);
  const finding = word(await judge(tampered, { roots: true, tsaRoots: true }));
  expect(finding).toMatchObject({ tone: 'bad', heading: 'Not in order', proven: [], unproven: [] });
  expect(finding.fault).toEqual({
    place: 'signature 1',
    reason: 'Its contents are not those that were recorded or signed.',
    code: 'wrong_message_digest',
  });
  expect(finding.groups[0]!.items[0]).toMatchObject({ isBad: true });
});
