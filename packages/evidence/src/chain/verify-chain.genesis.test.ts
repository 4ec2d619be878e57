import { beforeAll, describe, expect, it } from 'vitest';

import { buildChain } from '../testing/build-chain.ts';
import { appendEntries } from './append-entry.ts';
import { GENESIS_HEAD, type AuditEntry } from './audit-entry.ts';
import { verifyChain } from './verify-chain.ts';

const ZEROS = GENESIS_HEAD.hash;
let closed: AuditEntry[];
let further: AuditEntry[];
let genesis: string;
beforeAll(async () => {
  closed = await buildChain(3);
  genesis = closed[2]!.hash;
  const drafts = closed.map(({ kind, occurred_at, payload }) => ({ kind, occurred_at, payload }));
  further = await appendEntries({ sequence: 0, hash: genesis }, drafts);
});

describe('a chain that goes on from a closed one', () => {
  it('is valid after its head, with sequence from 1', async () => {
    const { sequence, hash } = further[2]!;

    for (const expectedHead of [hash, { sequence, hash }]) {
      expect(await verifyChain(further, { genesis, expectedHead })).toEqual({
        valid: true,
        head: { sequence: 3, hash },
        length: 3,
      });
    }
  });

  it('is valid without entries, with what it goes on from for a head', async () => {
    const verdict = { valid: true, head: { sequence: 0, hash: genesis }, length: 0 };

    expect(await verifyChain([], { genesis })).toEqual(verdict);
    expect(await verifyChain([], { genesis, expectedHead: genesis })).toEqual(verdict);
    expect(await verifyChain([], { genesis, expectedHead: { sequence: 0, hash: genesis } })).toEqual(verdict);
  });

  it('is broken at entry 1 after any other head, also after none', async () => {
    const broken = { valid: false, sequence: 1, code: 'broken_link' };

    expect(await verifyChain(further)).toMatchObject(broken);
    expect(await verifyChain(further, { genesis: closed[1]!.hash })).toMatchObject(broken);
    expect(await verifyChain(closed, { genesis })).toMatchObject(broken);
  });

  it('is no continuation under the closed one: the places of a chain are counted once', async () => {
    expect(await verifyChain([...closed, ...further])).toMatchObject({
      sequence: 4,
      code: 'wrong_sequence',
    });
  });

  it.each([null, '', 'F'.repeat(64), 'a'.repeat(63), 7, {}])(
    'the genesis %j is the caller’s mistake and no leave to skip the check',
    async (wrong) => {
      await expect(verifyChain([], { genesis: wrong as string })).rejects.toMatchObject({
        code: 'invalid_head',
      });
    },
  );

  it('expects no head that can be none of its entries', async () => {
    for (const expectedHead of [
      { sequence: 0, hash: ZEROS },
      { sequence: 1, hash: ZEROS },
      { sequence: 1, hash: genesis },
    ]) {
      await expect(verifyChain(further, { genesis, expectedHead })).rejects.toMatchObject({
        code: 'invalid_head',
      });
    }
  });
});
