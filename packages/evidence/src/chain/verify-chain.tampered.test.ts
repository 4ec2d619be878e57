import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { arbitraryDrafts } from '../testing/arbitraries.ts';
import { buildChain } from '../testing/build-chain.ts';
import { appendEntries, appendEntry } from './append-entry.ts';
import { GENESIS_HEAD, type AuditEntry, type AuditEntryDraft } from './audit-entry.ts';
import { hashEntry } from './hash-entry.ts';
import { verifyChain } from './verify-chain.ts';

const OTHER_HASH = 'f'.repeat(64);

async function forge(entry: AuditEntry, change: Partial<AuditEntry>): Promise<AuditEntry> {
  const forged = { ...entry, ...change };
  return { ...forged, hash: await hashEntry(forged) };
}

describe('a tampered chain is found out at its first bad place', () => {
  /** A random chain, two places in it (from 0, in order), and its head. */
  const tamperCase = arbitraryDrafts({ minLength: 2, maxLength: 12 }).chain((drafts) =>
    fc.record({
      drafts: fc.constant(drafts),
      places: fc
        .uniqueArray(fc.nat({ max: drafts.length - 1 }), { minLength: 2, maxLength: 2 })
        .map((places) => places.sort((one, other) => one - other) as [number, number]),
    }),
  );

  function forEveryChain(
    check: (given: { entries: AuditEntry[]; at: number; later: number }) => Promise<void>,
  ) {
    return fc.assert(
      fc.asyncProperty(tamperCase, async ({ drafts, places: [at, later] }) => {
        await check({ entries: await appendEntries(GENESIS_HEAD, drafts), at, later });
      }),
    );
  }

  it('a changed payload, kind or time: wrong_hash', () =>
    forEveryChain(async ({ entries, at }) => {
      const changes: Partial<AuditEntryDraft>[] = [
        { payload: { ...entries[at]!.payload, 'a new field': 1 } },
        { kind: 'other.kind' },
        { occurred_at: '2019-11-20T09:30:00.000Z' },
      ];
      for (const change of changes) {
        const changed = entries.with(at, { ...entries[at]!, ...change });
        expect(await verifyChain(changed)).toMatchObject({ sequence: at + 1, code: 'wrong_hash' });
      }
    }));

  it('a changed hash: wrong_hash; a changed prev_hash: broken_link; a changed sequence: wrong_sequence', () =>
    forEveryChain(async ({ entries, at }) => {
      const entry = entries[at]!;
      const verdicts = await Promise.all(
        [{ hash: OTHER_HASH }, { prev_hash: OTHER_HASH }, { sequence: entry.sequence + 1 }].map((change) =>
          verifyChain(entries.with(at, { ...entry, ...change })),
        ),
      );

      expect(verdicts).toMatchObject([
        { sequence: at + 1, code: 'wrong_hash' },
        { sequence: at + 1, code: 'broken_link' },
        { sequence: at + 1, code: 'wrong_sequence' },
      ]);
    }));

  it('two places changed: the first is named', () =>
    forEveryChain(async ({ entries, at, later }) => {
      const changed = entries
        .with(later, { ...entries[later]!, sequence: 0 })
        .with(at, { ...entries[at]!, payload: { forged: true } });

      expect(await verifyChain(changed)).toMatchObject({ sequence: at + 1, code: 'wrong_hash' });
    }));

  it('an entry replaced by one with a hash that fits: broken_link at the next', () =>
    forEveryChain(async ({ entries, at }) => {
      const changed = entries.with(at, await forge(entries[at]!, { payload: { forged: true } }));
      const isLast = at === entries.length - 1;
      const expected = isLast ? { valid: true } : { sequence: at + 2, code: 'broken_link' };

      expect(await verifyChain(changed)).toMatchObject(expected);
    }));

  it('a deleted entry: wrong_sequence at its place', () =>
    forEveryChain(async ({ entries, at }) => {
      // `at` is never the last place.
      const verdict = await verifyChain(entries.toSpliced(at, 1));

      expect(verdict).toMatchObject({ sequence: at + 1, code: 'wrong_sequence' });
    }));

  it('two entries swapped: wrong_sequence at the earlier place', () =>
    forEveryChain(async ({ entries, at, later }) => {
      const swapped = entries.with(at, entries[later]!).with(later, entries[at]!);

      expect(await verifyChain(swapped)).toMatchObject({ sequence: at + 1, code: 'wrong_sequence' });
    }));

  it('an entry repeated, or a forged one put in that fits its place: wrong_sequence at the one after', () =>
    forEveryChain(async ({ entries, at }) => {
      const entry = entries[at]!;
      const fitting = await appendEntry(entry, { ...entry, payload: { forged: true } });

      const repeated = await verifyChain(entries.toSpliced(at, 0, entry));
      const putIn = await verifyChain(entries.toSpliced(at + 1, 0, fitting));

      expect(repeated).toMatchObject({ sequence: at + 2, code: 'wrong_sequence' });
      expect(putIn).toMatchObject({ sequence: at + 3, code: 'wrong_sequence' });
    }));

  it('beyond the first batch, too', async () => {
    const entries = await buildChain(200);

    for (const position of [63, 64, 65, 66, 128, 129, 200]) {
      const changed = entries.with(position - 1, { ...entries[position - 1]!, payload: {} });
      expect(await verifyChain(changed)).toMatchObject({ sequence: position, code: 'wrong_hash' });
    }
  });
});
