import { beforeAll, describe, expect, it } from 'vitest';

import { appendEntries } from '../chain/append-entry.ts';
import type { AuditEntry } from '../chain/audit-entry.ts';
import { describeReport, draftAddendum, type GivenAddenda } from '../testing/build-addenda.ts';
import {
  buildBundle,
  hash,
  stampHead,
  writeChain,
  writeJson,
  writeManifest,
  zipBundle,
  type BundleAnchor,
  type TestBundle,
} from '../testing/build-bundle.ts';
import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { broken, openBundleCase, REPORT } from '../testing/open-bundle-case.ts';
import { verifyEvidence } from './verify-evidence.ts';

const NOW = new Date('2026-11-21T00:00:00.000Z');

const { bundle, verify, findFault } = await openBundleCase();

let authority: TestAuthority;
let other: TestAuthority;
let anchor: BundleAnchor;
beforeAll(async () => {
  [authority, other] = await Promise.all([createAuthority(), createAuthority()]);
  anchor = { authority, name: 'https://tsa.example' };
});

const build = (addenda: GivenAddenda) => buildBundle({ anchors: [anchor], addenda });
const judge = async (built: TestBundle, roots = [authority.root]) =>
  verifyEvidence(await zipBundle(built), { roots, now: NOW });

const addendumAt = (sequence: number, code: string) => broken(`addenda.jsonl, entry ${sequence}`, code);

describe('a bundle of version 2', () => {
  it('is verified with its addenda, their anchors and reports', async () => {
    const found = await verify(await zipBundle(bundle));
    expect(found).toMatchObject({ verdict: 'verified', fault: null, redacted: 0, withheld: 0 });
    expect(found.addenda).toMatchObject({
      head: bundle.addenda[1]!.hash,
      length: 2,
      chain: { valid: true },
      anchors: [{ sequence: 2, verdict: 'trusted', signer: 'CN=Test unit' }],
      unanchored: 0,
    });
    expect(found.files.at(-1)).toEqual({ path: 'reports/1.pdf', evidence_id: null, ok: true });
    expect(found.message).toContain(
      '2 addenda go on from its head, and the report is the one that they name.',
    );
  });

  it('is verified without any addenda, and says nothing of them', async () => {
    const found = await judge(await build({}));
    expect(found.verdict).toBe('verified');
    expect(found.addenda).toMatchObject({ head: found.head, length: 0, anchors: [], unanchored: 0 });
    expect(found.message).not.toContain('adden');
  });

  it('says how many last addenda no anchor covers', async () => {
    const drafts = ['a', 'b', 'c'].map((locale) => draftAddendum('outcome.stated', { locale }));
    const covers = async (...sequences: number[]) => {
      const anchors = sequences.map((sequence) => ({ anchor, sequence }));
      const { verdict, addenda, message } = await judge(await build({ drafts, anchors }));
      expect(verdict).toBe('verified');
      return [addenda!.unanchored, message] as const;
    };
    expect(await covers(3)).toEqual([0, expect.not.stringContaining('No anchor covers')]);
    expect(await covers(2, 1)).toEqual([1, expect.stringContaining('No anchor covers the last of them')]);
    expect(await covers()).toEqual([3, expect.stringContaining('No anchor covers the last 3 of them')]);
  });

  it('counts as covered what the verdict vouches for: of a verified one, by an authority that is trusted', async () => {
    const drafts = ['a', 'b'].map((locale) => draftAddendum('outcome.stated', { locale }));
    const untrusted = { authority: other, name: 'https://other.example' };
    const demo = { authority, name: 'demo', demo: true };
    for (const second of [untrusted, demo]) {
      const anchors = [
        { anchor, sequence: 1 },
        { anchor: second, sequence: 2 },
        { anchor: null, sequence: 2 },
      ];
      const built = await build({ drafts, anchors });
      expect(await judge(built)).toMatchObject({ verdict: 'verified', addenda: { unanchored: 1 } });
      expect(await judge(built, [])).toMatchObject({ verdict: 'intact', addenda: { unanchored: 0 } });
    }
  });

  it('counts what the addenda were committed to and nobody discloses any more', async () => {
    const zip = await zipBundle(bundle, { 'addenda-disclosures.json': writeJson([]) });
    expect(await verify(zip)).toMatchObject({ verdict: 'verified', redacted: 1 });
  });

  it('that says to be of version 1 has files that nothing names', async () => {
    const manifest = writeManifest({ ...bundle.manifest, version: 1 });
    expect(await findFault({ 'manifest.json': manifest })).toMatchObject({
      verdict: 'broken',
      code: 'unexpected_file',
    });
  });
});

describe('Change, delete, reorder, insert or cut off an addendum, or swap a report: the verifier names the first bad place', () => {
  const withAddenda = (entries: readonly AuditEntry[]) => ({ 'addenda.jsonl': writeChain(entries) });
  const withManifest = (addenda: object) => ({
    'manifest.json': writeManifest({
      ...bundle.manifest,
      addenda: { ...bundle.manifest.addenda, ...addenda },
    }),
  });
  const [first, second] = bundle.addenda as [AuditEntry, AuditEntry];

  it('a changed one: that one', async () => {
    for (const at of [0, 1]) {
      for (const change of [{ payload: {} }, { kind: 'forged.fact' }, { hash: 'f'.repeat(64) }]) {
        const changed = bundle.addenda.with(at, { ...bundle.addenda[at]!, ...change });
        expect(await findFault(withAddenda(changed))).toEqual(addendumAt(at + 1, 'wrong_hash'));
      }
    }
  });

  it('a deleted one, one put in, two that changed places, the last cut off', async () => {
    expect(await findFault(withAddenda([second]))).toEqual(addendumAt(1, 'wrong_sequence'));
    expect(await findFault(withAddenda([second, first]))).toEqual(addendumAt(1, 'wrong_sequence'));
    expect(await findFault(withAddenda([first, first]))).toEqual(addendumAt(2, 'wrong_sequence'));
    expect(await findFault(withAddenda([first]))).toEqual(addendumAt(2, 'truncated'));
    const [added] = await appendEntries(second, [draftAddendum('forged.fact', {})]);
    expect(await findFault(withAddenda([first, second, added!]))).toEqual(addendumAt(3, 'extended'));
  });

  it('addenda that follow another head than the chain has', async () => {
    for (const hash of ['0'.repeat(64), bundle.entries[0]!.hash]) {
      const entries = await appendEntries({ sequence: 0, hash }, bundle.addenda);
      expect(await findFault(withAddenda(entries))).toEqual(addendumAt(1, 'broken_link'));
    }
    expect(await findFault({ 'addenda.jsonl': writeChain(bundle.entries) })).toEqual(
      addendumAt(1, 'broken_link'),
    );
  });

  it('addenda that are rewritten: their head; the manifest with them: their token', async () => {
    const entries = await appendEntries({ sequence: 0, hash: bundle.entries.at(-1)!.hash }, [
      first,
      { ...second, kind: 'forged.fact' },
    ]);
    expect(await findFault(withAddenda(entries))).toEqual(addendumAt(2, 'wrong_head'));
    const all = { ...withAddenda(entries), ...withManifest({ head: entries[1]!.hash }) };
    expect(await findFault(all)).toEqual(broken('addenda-anchors/1.tst', 'wrong_digest'));
  });

  it('a token of another addendum, or of the chain', async () => {
    for (const head of [first.hash, bundle.entries.at(-1)!.hash]) {
      const { token } = await stampHead(head, { authority });
      expect(await findFault({ 'addenda-anchors/1.tst': token })).toEqual(
        broken('addenda-anchors/1.tst', 'wrong_digest'),
      );
    }
  });

  it('all addenda left out of file and manifest: a report that nothing names', async () => {
    const head = bundle.entries.at(-1)!.hash;
    const manifest = {
      ...bundle.manifest,
      addenda: { ...bundle.manifest.addenda, head, length: 0, anchors: [] },
    };
    const changes = {
      'addenda.jsonl': new Uint8Array(),
      'addenda-disclosures.json': writeJson([]),
      'addenda-anchors/1.tst': undefined,
      'addenda-anchors/1.pem': undefined,
    };
    expect(await findFault({ ...changes, 'manifest.json': writeManifest(manifest) })).toEqual(
      broken('reports/1.pdf', 'not_in_chain'),
    );
    const unlisted = writeManifest({ ...manifest, reports: [] });
    expect(await findFault({ ...changes, 'manifest.json': unlisted })).toEqual(
      broken('reports/1.pdf', 'unexpected_file'),
    );
    // The bundle looks like one without addenda: only a head kept elsewhere tells.
    expect(await findFault({ ...changes, 'manifest.json': unlisted, 'reports/1.pdf': undefined })).toEqual({
      verdict: 'verified',
    });
  });

  it('a swapped report: that report; and the manifest with it: the manifest', async () => {
    const forged = new TextEncoder().encode('b report');
    expect(await findFault({ 'reports/1.pdf': forged })).toEqual(broken('reports/1.pdf', 'wrong_hash'));
    const longer = new TextEncoder().encode('another report');
    expect(await findFault({ 'reports/1.pdf': longer })).toEqual(broken('reports/1.pdf', 'wrong_size'));
    const reports = [{ ...bundle.manifest.reports![0]!, sha256: hash(forged) }];
    const manifest = writeManifest({ ...bundle.manifest, reports });
    expect(await findFault({ 'reports/1.pdf': forged, 'manifest.json': manifest })).toEqual(
      broken('manifest.json', 'differs_from_chain'),
    );
  });

  it('a report left out, of the manifest too', async () => {
    const manifest = writeManifest({ ...bundle.manifest, reports: [] });
    expect(await findFault({ 'reports/1.pdf': undefined, 'manifest.json': manifest })).toEqual(
      broken('reports/1.pdf', 'missing_file'),
    );
  });

  it('a report put in, under an addendum that names none', async () => {
    const put = { ...bundle.manifest.reports![0]!, path: 'reports/2.pdf', sequence: 2 };
    const reports = [...bundle.manifest.reports!, put];
    const manifest = writeManifest({ ...bundle.manifest, reports });
    expect(await findFault({ 'reports/2.pdf': REPORT, 'manifest.json': manifest })).toEqual(
      broken('reports/2.pdf', 'not_in_chain'),
    );
  });

  it('an addendum that does not say which report it is about, however well it is linked and signed', async () => {
    const { report_id, sha256, byte_size } = describeReport(REPORT);
    for (const payload of [
      { sha256, byte_size },
      { report_id, byte_size },
      { report_id, sha256 },
    ]) {
      for (const kind of ['report.ready', 'signature.applied']) {
        const drafts = [draftAddendum(kind, payload)];
        const { verdict, fault } = await judge(await build({ drafts, anchors: [{ anchor, sequence: 1 }] }));
        expect({ verdict, ...fault }).toMatchObject(addendumAt(1, 'malformed_addendum'));
      }
    }
  });

  it('a wrong disclosure', async () => {
    const [disclosed] = JSON.parse(
      Buffer.from(bundle.files.get('addenda-disclosures.json')!).toString(),
    ) as object[];
    for (const wrong of [{ value: 'forged' }, { sequence: 1 }, { field: 'sha256', sequence: 1 }]) {
      const changes = { 'addenda-disclosures.json': writeJson([{ ...disclosed, ...wrong }]) };
      expect(await findFault(changes)).toEqual(broken('addenda-disclosures.json', 'wrong_disclosure'));
    }
  });
});
