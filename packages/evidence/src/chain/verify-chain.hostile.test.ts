import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { buildChain } from '../testing/build-chain.ts';
import { verifyChain } from './verify-chain.ts';

const OTHER_HASH = 'f'.repeat(64);

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
    'malformed_entry for an entry without %s, and one that spells it otherwise, naming the fields',
    async (field) => {
      const [entry] = await buildChain(1);
      const { [field]: value, ...rest } = entry!;

      for (const raw of [rest, { ...rest, [field.toUpperCase()]: value }]) {
        expect(await verifyChain([raw])).toMatchObject({
          sequence: 1,
          code: 'malformed_entry',
          message: expect.stringContaining('fields must be exactly sequence, kind,'),
        });
      }
    },
  );

  it('malformed_entry for objects that throw when they are read or awaited', async () => {
    const [entry] = await buildChain(1);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const trap = {
      ...entry,
      get payload(): never {
        throw new Error('read');
      },
    };

    const thenable = {
      ...entry,
      then(): never {
        throw new Error('called');
      },
    };

    for (const raw of [proxy, trap, thenable, new Proxy({}, { ownKeys: () => ['x'] })]) {
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
