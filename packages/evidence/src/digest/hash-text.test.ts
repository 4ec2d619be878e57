import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { appendEntry } from '../chain/append-entry.ts';
import { GENESIS_HEAD } from '../chain/audit-entry.ts';
import { verifyChain } from '../chain/verify-chain.ts';
import { verifyCommitment } from '../commitment/verify-commitment.ts';
import { hashText } from './hash-text.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const leaveOutNode = () => vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);

describe.each(['in Node.js', 'by WebCrypto'])('hashText %s', (place) => {
  beforeEach(() => void (place === 'in Node.js' ? vi.stubGlobal('crypto', {}) : leaveOutNode()));

  // FIPS 180-4 examples, published by NIST: SHA-256 of "abc" and of the empty message.
  it.each([
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ])('hashes %j as NIST does', async (text, hash) => {
    expect(await hashText(text)).toBe(hash);
  });

  it('takes what no UTF-8 can say as U+FFFD', async () => {
    expect(await hashText('\ud800')).toBe(await hashText('\ufffd'));
  });
});

describe('without WebCrypto, as on a page served over http', () => {
  it('every function says so, and none gives a verdict', async () => {
    const entry = await appendEntry(GENESIS_HEAD, {
      kind: 'session.created',
      occurred_at: '2026-11-20T09:30:00.000Z',
      payload: {},
    });
    leaveOutNode();
    vi.stubGlobal('crypto', {});

    const disclosure = { commitment: 'a'.repeat(64), salt: 'b'.repeat(64), value: 1 };
    const error = { code: 'digest_unavailable', cause: expect.any(TypeError) };
    await expect(hashText('abc')).rejects.toMatchObject(error);
    await expect(verifyChain([entry])).rejects.toMatchObject(error);
    await expect(verifyCommitment(disclosure)).rejects.toMatchObject(error);
  });
});
