import { describe, expect, it } from 'vitest';

import { readKnownBundle } from '../testing/known-bundle/read-known-bundle.ts';
import { verifyEvidence } from './verify-evidence.ts';

const { bundle, root } = readKnownBundle();

// A change that makes this fail makes every existing bundle of version 1 unverifiable: mend the change, not the test.
describe('the known bundle of version 1', () => {
  it.each(['2026-11-22T21:00:00Z', '2126-11-22T21:00:00Z'])('verifies, at %s, to this', async (now) => {
    const found = await verifyEvidence(bundle, { roots: [root], now: new Date(now) });

    expect(found).toMatchObject({
      verdict: 'verified',
      length: 4,
      fault: null,
      addenda: null,
      redacted: 0,
      withheld: 0,
      anchors: [{ verdict: 'trusted', gen_time: '2026-11-20T10:02:00.000Z' }, { verdict: 'pending' }],
    });
    expect(found.files.map(({ path, ok }) => [path.split('/')[0], ok])).toEqual([
      ['originals', true],
      ['derivatives', true],
      ['originals', true],
      ['derivatives', true],
    ]);
  });

  it('is intact without its root, and broken under another head', async () => {
    const now = new Date('2026-11-22T21:00:00Z');

    expect(await verifyEvidence(bundle, { now })).toMatchObject({ verdict: 'intact' });
    expect(await verifyEvidence(bundle, { now, expectedHead: 'f'.repeat(64) })).toMatchObject({
      verdict: 'broken',
      fault: { place: 'chain.jsonl, entry 4' },
    });
  });
});

// Written when verifiers ignored dates, and the bytes behind each file.
describe('the known bundle of version 2', () => {
  const second = readKnownBundle(2);

  it.each(['2026-11-24T21:00:00Z', '2126-11-24T21:00:00Z'])('verifies, at %s, to this', async (now) => {
    const found = await verifyEvidence(second.bundle, { roots: [second.root], now: new Date(now) });

    expect(found).toMatchObject({
      verdict: 'verified',
      fault: null,
      addenda: { length: 1, unanchored: 0 },
      withheld: 0,
      anchors: [{ demo: true, verdict: 'untrusted' }, { verdict: 'trusted' }],
    });
    expect(found.files.map(({ path, ok }) => [path.split('/')[0], ok])).toEqual([
      ['originals', true],
      ['derivatives', true],
      ['derivatives', true],
    ]);
  });
});
