import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { arbitraryDrafts } from '../testing/arbitraries.ts';
import { buildChain } from '../testing/build-chain.ts';
import { appendEntries } from './append-entry.ts';
import { GENESIS_HEAD } from './audit-entry.ts';
import { verifyChain } from './verify-chain.ts';

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

  it('a head at another place than its hash is not reached by that hash', async () => {
    const entries = await buildChain(3);
    const { hash } = entries[1]!;

    expect(await verifyChain(entries, { expectedHead: { sequence: 3, hash } })).toMatchObject({
      sequence: 3,
      code: 'wrong_head',
    });
    expect(await verifyChain(entries.slice(0, 2), { expectedHead: { sequence: 3, hash } })).toMatchObject({
      sequence: 3,
      code: 'truncated',
    });
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

  it.each([null, '', 'F'.repeat(64), 'a'.repeat(63), {}, { sequence: 0, hash: 'f'.repeat(64) }, 7])(
    'the head %j is the caller’s mistake and no leave to skip the check',
    async (expectedHead) => {
      const options = { expectedHead: expectedHead as string };

      await expect(verifyChain([], options)).rejects.toMatchObject({ code: 'invalid_head' });
    },
  );
});
