import { verifyEvidence } from '@field-inspection/evidence';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBundle, hash, zipBundle } from '../../../../../packages/evidence/src/testing/build-bundle.ts';
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
const PHOTO = Buffer.from('a photo');
const ORIGINAL = 'originals/0199f0a0-0000-7000-8000-000000000000.jpg';

let authority: TestAuthority;
let stranger: TestAuthority;
beforeAll(async () => {
  [authority, stranger] = await Promise.all([createAuthority(), createAuthority()]);
});

const anchorBy = (by: TestAuthority) => ({ authority: by, name: 'https://tsa.example' });

/** The photo is redacted by a timestamped entry of the addenda; the last entry has no timestamp. */
const judge = async ({
  stampedBy = authority,
  stampedUpTo = 2,
  roots = [authority.root],
}: { stampedBy?: TestAuthority; stampedUpTo?: number; roots?: Uint8Array[] } = {}): Promise<Finding> => {
  const bundle = await buildBundle({
    photos: [PHOTO],
    anchors: [anchorBy(authority)],
    addenda: {
      reports: [Buffer.from('%PDF-1.7')],
      redactions: [[hash(PHOTO)]],
      drafts: [{ kind: 'report.requested', occurred_at: '2026-11-20T11:30:00.000Z', payload: {} }],
      anchors: [{ anchor: anchorBy(stampedBy), sequence: stampedUpTo }],
      withheld: [{ path: ORIGINAL, sequence: 2 }],
    },
  });
  const zip = await zipBundle(bundle, { [ORIGINAL]: undefined });
  const verdict = await verifyEvidence(zip, { roots, now: NOW });
  return wordBundle(english, { verdict, expectedHead: null });
};

describe('a bundle with a withheld file', () => {
  it('says how many are withheld, and how many last entries no anchor covers', async () => {
    const { tone, lead, facts, groups } = await judge();
    expect(tone).toBe('good');
    expect(lead).toContain('Some files are withheld from this bundle.');
    expect(facts.slice(1)).toEqual([
      { label: 'Entries', value: '3' },
      { label: 'Originals', value: '0' },
      { label: 'Addenda', value: '3' },
      { label: 'Last addenda without a timestamp that counts', value: '1' },
      { label: 'Reports', value: '1' },
      { label: 'Withheld files', value: '1' },
    ]);
    expect(groups.slice(1)).toEqual([
      {
        heading: 'Timestamps of the addenda',
        items: [
          {
            name: 'https://tsa.example',
            isBad: false,
            details: ['Up to addendum 2', 'Trusted', STAMPED, 'CN=Test unit'],
          },
        ],
      },
      {
        heading: 'Withheld files',
        items: [{ name: ORIGINAL, isBad: false, details: ['Withheld by addendum 2'] }],
      },
    ]);
  });

  it('says that a trusted time does not prove who withheld, and of what is there alone that it is proven', async () => {
    const { proven, unproven } = await judge();
    expect(unproven).toContain(
      'Who withheld the files that are missing. A trusted time proves when that was recorded, not who did it.',
    );
    expect(unproven).toContain(
      'Since when the last addenda have existed: no timestamp that counts covers them.',
    );
    expect(proven).toEqual([
      'The audit chain is whole: each entry fits the one before.',
      'The addenda, which tell what came after the end, go on from the audit chain: each fits the one before.',
      'Each report in this bundle is the one that an addendum names.',
      `CN=Test unit confirmed that the audit chain, with all that it names, existed on ${STAMPED}.`,
      `CN=Test unit confirmed that the addenda up to number 2 existed on ${STAMPED}.`,
    ]);
  });

  it('is withheld, not yet proven, until a timestamp covers the redaction, with a root and without', async () => {
    for (const roots of [[authority.root], []]) {
      const { tone, heading, lead, fault, groups } = await judge({ stampedUpTo: 1, roots });
      expect([tone, heading, fault]).toEqual(['doubt', 'Withheld, not yet proven', null]);
      expect(lead).toContain('Right after an erasure this takes a few minutes');
      expect(groups.at(-1)!.items).toEqual([
        { name: ORIGINAL, isBad: false, details: ['Withheld by addendum 2, not yet proven'] },
      ]);
    }
  });

  it('is not told as verified where no trusted authority stamped the redaction', async () => {
    const { tone, heading, lead } = await judge({ stampedBy: stranger });
    expect([tone, heading]).toEqual([
      'doubt',
      'Unchanged in itself, but nobody you trust vouches for what is withheld',
    ]);
    expect(lead).toContain('no such authority has confirmed that this was recorded');
  });

  it('is doubtful without a root, and says the same of what is withheld', async () => {
    const { tone, lead, proven, unproven } = await judge({ roots: [] });
    expect(tone).toBe('doubt');
    expect(lead).toContain('Some files are withheld from this bundle.');
    expect(proven.join()).not.toContain('confirmed');
    expect(unproven.join()).toContain('not who did it');
  });
});

it('a bundle without addenda says nothing of them', async () => {
  const bundle = await buildBundle({ anchors: [anchorBy(authority)] });
  const verdict = await verifyEvidence(await zipBundle(bundle), { roots: [authority.root], now: NOW });
  expect(JSON.stringify(wordBundle(english, { verdict, expectedHead: null }))).not.toMatch(
    /addend|withheld|Reports/i,
  );
});
