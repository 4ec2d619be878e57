import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { arbitraryDrafts } from '../testing/arbitrary-drafts.ts';
import { appendEntries } from './append-entries.ts';
import { appendEntry } from './append-entry.ts';
import { GENESIS_HEAD, type AuditEntry, type AuditEntryDraft } from './audit-entry.ts';
import { hashEntry } from './hash-entry.ts';
import { verifyChain } from './verify-chain.ts';

const OTHER_HASH = 'f'.repeat(64);

async function buildChain(length: number): Promise<AuditEntry[]> {
  const drafts = Array.from({ length }, (_, index) => ({
    kind: 'evidence.captured',
    occurred_at: '2026-11-20T09:30:00.000Z',
    payload: { byte_size: index },
  }));
  return appendEntries(GENESIS_HEAD, drafts);
}

/** The entry with a change and a hash that fits it, as a forger would write it. */
async function forge(entry: AuditEntry, change: Partial<AuditEntry>): Promise<AuditEntry> {
  const forged = { ...entry, ...change };
  return { ...forged, hash: await hashEntry(forged) };
}

describe('an intact chain', () => {
  it('is valid with its head and length, whatever it holds, and with each form of its head', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDrafts({ minLength: 0, maxLength: 20 }), async (drafts) => {
        const entries = await appendEntries(GENESIS_HEAD, drafts);
        const { sequence, hash } = entries.at(-1) ?? GENESIS_HEAD;
        const expected = { valid: true, head: { sequence, hash }, length: drafts.length };

        expect(await verifyChain(entries)).toEqual(expected);
        expect(await verifyChain(entries, { expectedHead: hash })).toEqual(expected);
        expect(await verifyChain(entries, { expectedHead: { sequence, hash } })).toEqual(expected);
      }),
    );
  });

  it('stays valid through JSON and back, and with its keys in any order', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDrafts({ minLength: 1, maxLength: 8 }), async (drafts) => {
        const entries = await appendEntries(GENESIS_HEAD, drafts);
        const reread: object[] = JSON.parse(JSON.stringify(entries));
        const reversed = reread.map((entry) => Object.fromEntries(Object.entries(entry).reverse()));

        expect(await verifyChain(reversed, { expectedHead: entries.at(-1)! })).toMatchObject({ valid: true });
      }),
    );
  });

  it.each([63, 64, 65, 128, 200])('is valid with %i entries, streamed or not', async (length) => {
    const entries = await buildChain(length);

    const fromArray = await verifyChain(entries);
    const fromStream = await verifyChain(
      (async function* () {
        yield* entries;
      })(),
    );

    expect(fromArray).toMatchObject({ valid: true, length });
    expect(fromStream).toEqual(fromArray);
  });

  it('is valid when a clock was set back', async () => {
    const entries = await appendEntries(GENESIS_HEAD, [
      { kind: 'session.created', occurred_at: '2026-11-20T09:30:00.000Z', payload: {} },
      { kind: 'session.closed', occurred_at: '2026-11-20T09:29:59.999Z', payload: {} },
    ]);

    expect(await verifyChain(entries)).toMatchObject({ valid: true });
  });

  it('is not kept in memory and not read to the end once the verdict is known', async () => {
    const entries = await buildChain(300);
    let readCount = 0;
    let isClosed = false;
    async function* stream(): AsyncGenerator<unknown> {
      try {
        for (const entry of entries.with(9, { ...entries[9]!, payload: {} })) {
          readCount += 1;
          yield entry;
        }
      } finally {
        isClosed = true;
      }
    }

    expect(await verifyChain(stream())).toMatchObject({ valid: false, sequence: 10, code: 'wrong_hash' });
    expect(readCount).toBeLessThan(100);
    expect(isClosed).toBe(true);
  });
});

describe('a tampered chain is found out at its first bad place', () => {
  /** A random chain, two places in it (from 0, the first before the second), and its head. */
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
      // `at` is never the last: another place comes after it.
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

describe('what only the expected head shows', () => {
  it('a tail cut off passes without the head, and is truncated at the first missing place with it', async () => {
    const entries = await buildChain(5);

    for (let kept = 0; kept < entries.length; kept += 1) {
      const cut = entries.slice(0, kept);
      expect(await verifyChain(cut)).toMatchObject({ valid: true, length: kept });
      expect(await verifyChain(cut, { expectedHead: entries[4]! })).toMatchObject({
        sequence: kept + 1,
        code: 'truncated',
      });
    }
  });

  it('a tail cut off is the wrong head where the hash alone is known, and truncated where nothing is left', async () => {
    const entries = await buildChain(3);
    const expectedHead = entries[2]!.hash;

    expect(await verifyChain(entries.slice(0, 2), { expectedHead })).toMatchObject({
      sequence: 2,
      code: 'wrong_head',
    });
    expect(await verifyChain([], { expectedHead })).toMatchObject({ sequence: 1, code: 'truncated' });
  });

  it('a chain rewritten as a whole passes without the head, and has the wrong head with it', async () => {
    const entries = await buildChain(3);
    const rewritten = await appendEntries(
      GENESIS_HEAD,
      entries.map((entry) => ({ ...entry, payload: { forged: true } })),
    );

    expect(await verifyChain(rewritten)).toMatchObject({ valid: true });
    for (const expectedHead of [entries[2]!, entries[2]!.hash]) {
      expect(await verifyChain(rewritten, { expectedHead })).toMatchObject({
        sequence: 3,
        code: 'wrong_head',
      });
    }
  });

  it('entries after the head: extended at the first of them', async () => {
    const entries = await buildChain(4);

    for (const expectedHead of [entries[1]!, entries[1]!.hash]) {
      expect(await verifyChain(entries, { expectedHead })).toMatchObject({ sequence: 3, code: 'extended' });
    }
    for (const expectedHead of [GENESIS_HEAD, GENESIS_HEAD.hash]) {
      expect(await verifyChain(entries, { expectedHead })).toMatchObject({ sequence: 1, code: 'extended' });
    }
  });

  it.each([null, '', 'F'.repeat(64), 'a'.repeat(63), {}, { sequence: 0, hash: OTHER_HASH }, 7])(
    'the head %j is the caller’s mistake and no leave to skip the check',
    async (expectedHead) => {
      const options = { expectedHead: expectedHead as string };

      await expect(verifyChain([], options)).rejects.toMatchObject({ code: 'invalid_head' });
    },
  );
});

describe('hostile input gets a verdict', () => {
  it('malformed_entry for whatever is no entry, at its place', async () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
    });
    const [first] = await buildChain(1);

    await fc.assert(
      fc.asyncProperty(anything, async (raw) => {
        expect(await verifyChain([first, raw])).toMatchObject({ sequence: 2, code: 'malformed_entry' });
      }),
    );
  });

  it.each<[string, Record<string, unknown>]>([
    ['an unknown field', { note: 'x' }],
    ['a __proto__ of its own', JSON.parse('{"__proto__":{}}')],
    ['a symbol-keyed field', { [Symbol('s')]: 1 }],
    ['text for a sequence', { sequence: '1' }],
    ['a float for a sequence', { sequence: 1.5 }],
    ['a hash in upper case', { hash: 'A'.repeat(64) }],
    ['a hash ended by a line feed', { hash: `${'a'.repeat(64)}\n` }],
    ['a prev_hash that is null', { prev_hash: null }],
    ['a kind out of format', { kind: 'Session Created' }],
    ['a time out of format', { occurred_at: '2026-11-20' }],
    ['an array for a payload', { payload: [] }],
    ['a float in the payload', { payload: { latitude: 45.5 } }],
    ['-0 in the payload', { payload: JSON.parse('{"n":-0}') }],
    ['a lone surrogate in the payload', { payload: { text: '\ud83d' } }],
    ['a payload nested 100 000 deep', { payload: { a: JSON.parse('['.repeat(1e5) + ']'.repeat(1e5)) } }],
  ])('malformed_entry for an entry with %s', async (_name, change) => {
    const [entry] = await buildChain(1);
    const changed = Object.defineProperties({ ...entry }, Object.getOwnPropertyDescriptors(change));

    expect(await verifyChain([changed])).toMatchObject({ sequence: 1, code: 'malformed_entry' });
  });

  it.each(['sequence', 'kind', 'occurred_at', 'payload', 'prev_hash', 'hash'] as const)(
    'malformed_entry for an entry without %s',
    async (field) => {
      const [entry] = await buildChain(1);
      const { [field]: _dropped, ...rest } = entry!;

      expect(await verifyChain([rest])).toMatchObject({ sequence: 1, code: 'malformed_entry' });
    },
  );

  it('malformed_entry for objects that throw when they are read', async () => {
    const [entry] = await buildChain(1);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const trap = {
      ...entry,
      get payload(): never {
        throw new Error('read');
      },
    };

    for (const raw of [proxy, trap, new Proxy({}, { ownKeys: () => ['x'] })]) {
      expect(await verifyChain([raw])).toMatchObject({ sequence: 1, code: 'malformed_entry' });
    }
  });

  it('compares what it hashed: a field that changes between two readings is read once', async () => {
    const [entry] = await buildChain(1);
    const hashes = [entry!.hash, OTHER_HASH, OTHER_HASH];
    const shifting = Object.defineProperty({ ...entry }, 'hash', {
      enumerable: true,
      get: () => hashes.shift(),
    });

    expect(await verifyChain([shifting])).toMatchObject({ valid: true, head: { hash: entry!.hash } });
    expect(hashes).toHaveLength(2);
  });

  it.each([undefined, null, 7, '', '[]', {}, { entries: [] }])(
    'malformed_chain for %j in place of a list',
    async (entries) => {
      const verdict = await verifyChain(entries as unknown as Iterable<unknown>);

      expect(verdict).toMatchObject({ valid: false, sequence: 1, code: 'malformed_chain' });
    },
  );

  it('a stream that breaks rejects with its own error: an unread chain has no verdict', async () => {
    const [entry] = await buildChain(1);
    const broken = new Error('the disk is gone');
    async function* stream(): AsyncGenerator<unknown> {
      yield entry;
      throw broken;
    }

    await expect(verifyChain(stream())).rejects.toBe(broken);
  });

  it('says in words what is wrong, without the values', async () => {
    const [entry] = await buildChain(1);
    const verdict = await verifyChain([{ ...entry, payload: { phone: 333.1234 } }]);

    expect(verdict).toMatchObject({ message: expect.stringContaining('"/payload/phone"') });
    expect(verdict).toMatchObject({ message: expect.not.stringContaining('1234') });
  });
});
