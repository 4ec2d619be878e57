import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { appendEntries, appendEntry } from '../chain/append-entry.ts';
import { GENESIS_HEAD, type AuditEntry } from '../chain/audit-entry.ts';
import { arbitraryBundles } from '../testing/arbitraries.ts';
import {
  buildBundle,
  hash,
  writeChain,
  writeManifest,
  zipBundle,
  type TestBundle,
} from '../testing/build-bundle.ts';
import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { REPORT } from '../testing/open-bundle-case.ts';
import { verifyEvidence } from './verify-evidence.ts';

const NOW = new Date('2026-11-21T00:00:00.000Z');

let authority: TestAuthority;
beforeAll(async () => {
  authority = await createAuthority();
});

async function findFault(bundle: TestBundle, changes: Readonly<Record<string, Uint8Array | undefined>>) {
  const zip = await zipBundle(bundle, changes);
  const { verdict, fault } = await verifyEvidence(zip, { roots: [authority.root], now: NOW });
  return { verdict, place: fault?.place, code: fault?.code };
}

const broken = (place: string, code: string) => ({ verdict: 'broken', place, code });
const brokenAt = (sequence: number, code: string) => broken(`chain.jsonl, entry ${sequence}`, code);

/** Two places in the chain, from 0 and in order, and two in the list of photos. */
type Places = { at: number; later: number; photo: number; otherPhoto: number };

function forEveryBundle(version: number, check: (bundle: TestBundle, places: Places) => Promise<void>) {
  const cases = fc.tuple(arbitraryBundles({ minLength: 2, maxLength: 4 }), fc.nat(), fc.nat(), fc.nat());
  return fc.assert(
    fc.asyncProperty(cases, async ([parts, one, two, three]) => {
      const anchor = { authority, name: 'https://tsa.example' };
      const addenda = { reports: [REPORT], anchors: [{ anchor, sequence: 1 }] };
      const bundle = await buildBundle({
        ...parts,
        anchors: [anchor],
        ...(version === 2 ? { addenda } : {}),
      });
      const at = one % (bundle.entries.length - 1);
      const later = at + 1 + (two % (bundle.entries.length - at - 1));
      const photo = three % parts.photos.length;
      await check(bundle, { at, later, photo, otherPhoto: (photo + 1) % parts.photos.length });
    }),
    { numRuns: 15 },
  );
}

const withChain = (entries: readonly AuditEntry[]) => ({ 'chain.jsonl': writeChain(entries) });

async function rewrite(entries: readonly AuditEntry[], at: number): Promise<AuditEntry[]> {
  const before = entries.slice(0, at);
  const drafts = entries
    .slice(at)
    .map((entry, index) => (index > 0 ? entry : { ...entry, kind: 'forged.fact' }));
  return [...before, ...(await appendEntries(before.at(-1) ?? GENESIS_HEAD, drafts))];
}

describe.each([1, 2])(
  'Of a bundle of version %i, change, delete, reorder, insert or cut off an entry, or swap a photo: the verifier names the first bad place',
  (version) => {
    it('untouched: verified', () =>
      forEveryBundle(version, async (bundle) => {
        expect(await findFault(bundle, {})).toEqual({ verdict: 'verified' });
      }));

    it('a changed entry: that entry', () =>
      forEveryBundle(version, async ({ entries, ...rest }, { at, later }) => {
        for (const change of [
          { payload: { forged: true } },
          { kind: 'forged.fact' },
          { hash: 'f'.repeat(64) },
        ]) {
          const changed = entries
            .with(later, { ...entries[later]!, ...change })
            .with(at, { ...entries[at]!, ...change });
          const fault = await findFault({ entries, ...rest }, withChain(changed));
          expect(fault).toEqual(brokenAt(at + 1, 'wrong_hash'));
        }
      }));

    it('a deleted entry: its place; the last ones cut off: the first that is missing', () =>
      forEveryBundle(version, async (bundle, { at }) => {
        const { entries } = bundle;
        const deleted = await findFault(bundle, withChain(entries.toSpliced(at, 1)));
        expect(deleted).toEqual(brokenAt(at + 1, 'wrong_sequence'));
        const cutOff = await findFault(bundle, withChain(entries.slice(0, at)));
        expect(cutOff).toEqual(brokenAt(at + 1, 'truncated'));
      }));

    it('a chain cut off within a line: that entry', () =>
      forEveryBundle(version, async (bundle, { at }) => {
        const cut = writeChain(bundle.entries.slice(0, at + 1)).slice(0, -3);
        expect(await findFault(bundle, { 'chain.jsonl': cut })).toEqual(brokenAt(at + 1, 'malformed_entry'));
      }));

    it('two entries that changed places: the earlier', () =>
      forEveryBundle(version, async (bundle, { at, later }) => {
        const { entries } = bundle;
        const swapped = entries.with(at, entries[later]!).with(later, entries[at]!);
        expect(await findFault(bundle, withChain(swapped))).toEqual(brokenAt(at + 1, 'wrong_sequence'));
      }));

    it('an entry put in: where the chain no longer fits', () =>
      forEveryBundle(version, async (bundle, { at }) => {
        const { entries } = bundle;
        const repeated = await findFault(bundle, withChain(entries.toSpliced(at, 0, entries[at]!)));
        expect(repeated).toEqual(brokenAt(at + 2, 'wrong_sequence'));
        const fitting = await appendEntry(entries[at]!, { ...entries[at]!, kind: 'forged.fact' });
        const putIn = await findFault(bundle, withChain(entries.toSpliced(at + 1, 0, fitting)));
        expect(putIn).toEqual(brokenAt(at + 3, 'wrong_sequence'));
        const added = await appendEntry(entries.at(-1)!, { ...entries[at]!, kind: 'forged.fact' });
        const extended = await findFault(bundle, withChain([...entries, added]));
        expect(extended).toEqual(brokenAt(entries.length + 1, 'extended'));
      }));

    it('a chain rewritten from a place on: its head; the manifest with it: what goes on from it', () =>
      forEveryBundle(version, async (bundle, { later: at }) => {
        const entries = await rewrite(bundle.entries, at);
        const rewritten = await findFault(bundle, withChain(entries));
        expect(rewritten).toEqual(brokenAt(entries.length, 'wrong_head'));

        const chain = { ...bundle.manifest.chain, head: entries.at(-1)!.hash };
        const evidence = bundle.manifest.evidence.filter((listed) => listed.sequence !== at + 1);
        const manifest = { ...bundle.manifest, chain, evidence };
        const dropped = bundle.manifest.evidence
          .filter((listed) => listed.sequence === at + 1)
          .flatMap(({ path, derivatives }) => [path, ...derivatives.map((each) => each.path)]);
        const fault = await findFault(bundle, {
          ...withChain(entries),
          'manifest.json': writeManifest(manifest),
          ...Object.fromEntries(dropped.map((path) => [path, undefined])),
        });
        expect(fault).toEqual(
          version === 1
            ? broken('anchors/1.tst', 'wrong_digest')
            : broken('addenda.jsonl, entry 1', 'broken_link'),
        );
      }));

    it('a chain cut off and the manifest with it: what goes on from it', () =>
      forEveryBundle(version, async (bundle) => {
        const entries = bundle.entries.slice(0, -1);
        const chain = { ...bundle.manifest.chain, length: entries.length, head: entries.at(-1)!.hash };
        const changes = {
          ...withChain(entries),
          'manifest.json': writeManifest({ ...bundle.manifest, chain }),
        };
        expect(await findFault(bundle, changes)).toEqual(
          version === 1
            ? broken('anchors/1.tst', 'wrong_digest')
            : broken('addenda.jsonl, entry 1', 'broken_link'),
        );
      }));

    it('a swapped photo: that photo, whatever is swapped after it', () =>
      forEveryBundle(version, async (bundle, { photo, otherPhoto }) => {
        const { files, originals } = bundle;
        const [path, otherPath] = [originals[photo]!, originals[otherPhoto]!];
        const [own, other] = [files.get(path)!, files.get(otherPath)!];
        const exchanged = await findFault(bundle, { [path]: other, [otherPath]: own });
        const first = [path, otherPath].sort()[0]!;
        expect(exchanged).toEqual(broken(first, own.length === other.length ? 'wrong_hash' : 'wrong_size'));

        const flipped = own.with(0, own[0]! ^ 1);
        expect(await findFault(bundle, { [path]: flipped })).toEqual(broken(path, 'wrong_hash'));
        expect(await findFault(bundle, { [path]: undefined })).toEqual(broken(path, 'missing_file'));
      }));

    it('a swapped photo and the manifest with it: the manifest; and the chain with them: its entry', () =>
      forEveryBundle(version, async (bundle, { photo }) => {
        const path = bundle.originals[photo]!;
        const forged = new TextEncoder().encode('another photo');
        const named = { sha256: hash(forged), byte_size: forged.length };
        const listed = bundle.manifest.evidence[photo]!;
        const evidence = bundle.manifest.evidence.with(photo, { ...listed, ...named });
        const changes = { [path]: forged, 'manifest.json': writeManifest({ ...bundle.manifest, evidence }) };
        expect(await findFault(bundle, changes)).toEqual(broken('manifest.json', 'differs_from_chain'));

        const at = listed.sequence! - 1;
        const entry = bundle.entries[at]!;
        const entries = bundle.entries.with(at, { ...entry, payload: { ...entry.payload, ...named } });
        const all = { ...changes, ...withChain(entries) };
        expect(await findFault(bundle, all)).toEqual(brokenAt(at + 1, 'wrong_hash'));
      }));

    it('a photo put in: that photo, whether the manifest lists it or not', () =>
      forEveryBundle(version, async (bundle) => {
        const id = '0199f0a0-0000-7000-8000-00000000ffff';
        const path = `originals/${id}.jpg`;
        const bytes = new TextEncoder().encode('another photo');
        expect(await findFault(bundle, { [path]: bytes })).toEqual(broken(path, 'unexpected_file'));

        const [first] = bundle.manifest.evidence;
        for (const sequence of [null, first!.sequence]) {
          const named = { id, path, sequence, sha256: hash(bytes), byte_size: bytes.length, derivatives: [] };
          const evidence = [...bundle.manifest.evidence, { ...first!, ...named }];
          const changes = { [path]: bytes, 'manifest.json': writeManifest({ ...bundle.manifest, evidence }) };
          expect(await findFault(bundle, changes)).toEqual(broken(path, 'not_in_chain'));
        }
      }));

    it('a photo left out of the manifest too: that photo', () =>
      forEveryBundle(version, async (bundle, { photo }) => {
        const { id, path, derivatives } = bundle.manifest.evidence[photo]!;
        const evidence = bundle.manifest.evidence.toSpliced(photo, 1);
        const changes = {
          [path]: undefined,
          [derivatives[0]!.path]: undefined,
          'manifest.json': writeManifest({ ...bundle.manifest, evidence }),
        };
        expect(await findFault(bundle, changes)).toEqual(broken(`originals/${id}`, 'missing_file'));
      }));
  },
);
