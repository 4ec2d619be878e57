import { verifyEvidence, type EvidenceVerdict } from '@field-inspection/evidence';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildBundle,
  zipBundle,
  type TestBundle,
} from '../../../../../packages/evidence/src/testing/build-bundle.ts';
import {
  createAuthority,
  type TestAuthority,
} from '../../../../../packages/evidence/src/testing/create-authority.ts';
import type { Finding } from './finding.ts';
import { verifyCatalogues } from '../../../../server/src/http/pages/page-catalogues.ts';
import { wordBundle } from './word-bundle.ts';

const NOW = new Date('2026-11-22T00:00:00Z');
const english = { texts: verifyCatalogues.en, tag: 'en-GB' };
const STAMPED = '20 November 2026 at 10:02:00 UTC';

let authority: TestAuthority;
let bundle: TestBundle;
let head: string;
beforeAll(async () => {
  authority = await createAuthority();
  bundle = await buildBundle({ anchors: [{ authority, name: 'https://tsa.example' }, null] });
  head = bundle.entries.at(-1)!.hash;
});

const judge = async (
  of: TestBundle,
  { roots = [], changes = {} }: { roots?: Uint8Array[]; changes?: Record<string, Uint8Array> } = {},
): Promise<EvidenceVerdict> => verifyEvidence(await zipBundle(of, changes), { roots, now: NOW });

const word = (verdict: EvidenceVerdict, expectedHead: string | null = null): Finding =>
  wordBundle(english, { verdict, expectedHead });

const withDemo = () => buildBundle({ anchors: [{ authority, name: 'demo', demo: true }] });

describe('a bundle that an authority vouches for', () => {
  it('is verified, says since when and by whom, and what is not proven', async () => {
    const finding = word(await judge(bundle, { roots: [authority.root] }), head);
    expect(finding).toMatchObject({ tone: 'good', heading: 'Verified', fault: null });
    expect(finding.lead).toBe(
      `Neither the audit chain nor what it captured was changed since ${STAMPED}. Then CN=Test unit, an authority that you trust, put a timestamp on it.`,
    );
    expect(finding.proven).toEqual([
      'The audit chain is whole: each entry fits the one before.',
      'Each photo, drawing and recording in this bundle has exactly the contents that the audit chain names.',
      'The audit chain has the head that is in the address of this page.',
      `CN=Test unit confirmed that the audit chain, with all that it names, existed on ${STAMPED}.`,
    ]);
    expect(finding.unproven).toContain('Whether a certificate was revoked.');
    expect(finding.unproven.join()).not.toContain('Who vouches');
  });

  it('is counted and listed', async () => {
    const { facts, groups } = word(await judge(bundle, { roots: [authority.root] }));
    expect(facts).toEqual([
      { label: 'Head of the audit chain (SHA-256)', value: head },
      { label: 'Entries', value: '3' },
      { label: 'Originals', value: '1' },
    ]);
    expect(groups).toEqual([
      {
        heading: 'Timestamps',
        items: [
          { name: 'https://tsa.example', isBad: false, details: ['Trusted', STAMPED, 'CN=Test unit'] },
          { name: 'https://tsa.example/silent', isBad: false, details: ['No answer yet'] },
        ],
      },
    ]);
  });

  it('is the wrong one where the address names another head', async () => {
    const finding = word(await judge(bundle, { roots: [authority.root] }), '0'.repeat(64));
    expect(finding).toMatchObject({ tone: 'bad', heading: 'Not the bundle of this address' });
    expect(finding.proven.join()).not.toContain('the address of this page');
  });
});

describe('a bundle that nobody vouches for is doubtful, and says why', () => {
  it('without a root: what its timestamps say is told as theirs', async () => {
    const finding = word(await judge(bundle));
    expect(finding.tone).toBe('doubt');
    expect(finding.lead).toContain(`Its timestamps say that the audit chain is unchanged since ${STAMPED}`);
    expect(finding.proven.join()).not.toContain('confirmed');
    expect(finding.unproven[0]).toContain('Who vouches for it');
  });

  it('with a demo authority, whether its root was given or not', async () => {
    for (const roots of [[], [authority.root]]) {
      const finding = word(await judge(await withDemo(), { roots }));
      expect(finding.tone).toBe('doubt');
      expect(finding.lead).toContain('only the demo authority');
      expect(finding.proven.join()).not.toContain('confirmed');
      expect(finding.groups[0]!.items[0]!.details).toContain('Demo');
    }
  });

  it('without any timestamp', async () => {
    const finding = word(await judge(await buildBundle({ anchors: [null] })));
    expect(finding.tone).toBe('doubt');
    expect(finding.lead).toContain('forged as a whole would look the same');
  });
});

describe('a bundle that was changed', () => {
  it('names the first bad place, why it is bad, and proves nothing', async () => {
    const original = bundle.originals[0]!;
    const verdict = await judge(bundle, {
      roots: [authority.root],
      changes: { [original]: Buffer.from('b photo') },
    });
    const finding = word(verdict, head);
    expect(finding).toMatchObject({ tone: 'bad', heading: 'Not in order', proven: [], unproven: [] });
    expect(finding.fault).toEqual({
      place: original,
      reason: 'Its contents are not those that were recorded or signed.',
      code: 'wrong_hash',
    });
    expect(finding.groups[0]).toEqual({
      heading: 'Files that are not in order',
      items: [
        {
          name: original,
          isBad: true,
          details: ['Its contents are not those that were recorded or signed.'],
        },
      ],
    });
  });

  it.each([
    ['chain.jsonl, entry 7', 'entry 7 of the audit chain (chain.jsonl)'],
    ['bundle.zip', 'the file as a whole'],
    ['addenda.jsonl, entry 2', 'addendum 2 (addenda.jsonl)'],
    ['anchors/1.tst', 'anchors/1.tst'],
    ['revision 3', 'version 3 of the PDF'],
    ['signature 2', 'signature 2'],
    ['signature 2, timestamp', 'timestamp of signature 2'],
    ['a\u202egpj.exe', 'a\ufffdgpj.exe'],
  ])('tells the place %j as %j', async (place, told) => {
    const verdict = await judge(bundle);
    const fault = { place, code: 'wrong_hash' as const, message: '' };
    expect(word({ ...verdict, verdict: 'broken', fault }).fault?.place).toBe(told);
  });
});
