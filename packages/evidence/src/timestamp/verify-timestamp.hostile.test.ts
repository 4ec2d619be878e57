import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { readKnownTimestamp } from '../testing/known-timestamp/read-known-timestamp.ts';
import { verifyTimestamp, type TimestampExpectation } from './verify-timestamp.ts';

const { token, root, digest } = readKnownTimestamp();
const NOW = new Date('2026-11-21T00:00:00Z');

const verify = (bytes: unknown, expectation: Partial<TimestampExpectation> = {}) =>
  verifyTimestamp(bytes as Uint8Array, { digest, roots: [root], now: NOW, ...expectation });

describe('hostile bytes get a verdict, never an exception', () => {
  it('any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await verify(bytes)).toMatchObject({ valid: false, code: 'malformed' });
      }),
    );
  });

  it('a token with pieces of it put in place of others, which at most states the same', async () => {
    const whole = await verify(token);
    const place = fc.nat({ max: token.length - 1 });
    const splice = fc.record({
      from: place,
      length: fc.nat({ max: 64 }),
      to: place,
      removed: fc.nat({ max: 64 }),
    });

    await fc.assert(
      fc.asyncProperty(fc.array(splice, { minLength: 1, maxLength: 3 }), async (splices) => {
        let bytes = [...token];
        for (const { from, length, to, removed } of splices) {
          bytes = bytes.toSpliced(to, removed, ...bytes.slice(from, from + length));
        }
        const verdict = await verify(Uint8Array.from(bytes));
        // Nothing depends on the root's copy in the token.
        if (verdict.valid) expect(verdict).toEqual(whole);
      }),
      { numRuns: 1000 },
    );
  });

  it.each<[string, unknown]>([
    ['nothing', new Uint8Array()],
    ['undefined', undefined],
    ['text', 'MIIG'],
    ['an array of numbers', [...token]],
    ['sequences in sequences, 100 000 deep', nest(100_000)],
    ['a length of 4 GiB', Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff)],
    ['a length of more bytes than there are', Uint8Array.of(0x30, 0x82, 0x01)],
    ['a tag and no length', Uint8Array.of(0x30)],
    [
      'the whole reply in place of the token',
      Uint8Array.from([0x30, 0x82, 6, 105, 0x30, 3, 2, 1, 0, ...token]),
    ],
    ['the root', root],
  ])('%s', async (_name, bytes) => {
    expect(await verify(bytes)).toMatchObject({ valid: false, code: 'malformed' });
  });

  it('judges the bytes as they were at the call, whatever becomes of them', async () => {
    const bytes = new Uint8Array(token);
    const verdict = verify(bytes);
    bytes.fill(0);

    expect(await verdict).toMatchObject({ valid: true });
  });

  it('takes bytes and times of another realm', async () => {
    const foreign = (code: string) => runInNewContext(code, { bytes: [...token], all: [...digest] });

    const verdict = await verify(foreign('Uint8Array.from(bytes)'), {
      digest: foreign('Uint8Array.from(all)'),
      now: foreign('new Date(1795219200000)'),
    });
    expect(verdict).toMatchObject({ valid: true });
  });

  it('takes a view of a larger or of a shared memory', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(token.length + 20), 10, token.length);
    shared.set(token);

    expect(await verify(shared)).toMatchObject({ valid: true });
    expect(await verify(Buffer.concat([root, token]).subarray(root.length))).toMatchObject({ valid: true });
  });

  it('says in words what is wrong, of bounded length', async () => {
    const verdict = await verify(token, { roots: [] });

    expect(verdict).toMatchObject({ code: 'untrusted', message: expect.stringContaining('"CN=Unit,C=IT"') });
  });
});

describe("a mistake of the caller's is no verdict on the token", () => {
  it.each<[string, Partial<TimestampExpectation>]>([
    ['invalid_digest', { digest: digest.subarray(1) }],
    ['invalid_digest', { digest: Buffer.from(digest).toString('hex') as unknown as Uint8Array }],
    ['invalid_nonce', { nonce: null as unknown as Uint8Array }],
    ['invalid_nonce', { nonce: '' as unknown as Uint8Array }],
    ['invalid_root', { roots: [root, new Uint8Array(3)] }],
    ['invalid_root', { roots: [Uint8Array.from([...root, 0])] }],
    ['invalid_root', { roots: ['-----BEGIN CERTIFICATE-----' as unknown as Uint8Array] }],
    ['invalid_time', { now: new Date(Number.NaN) }],
    ['invalid_time', { now: NOW.toISOString() as unknown as Date }],
  ])('%s', async (code, expectation) => {
    await expect(verify(token, expectation)).rejects.toMatchObject({ name: 'EvidenceError', code });
  });
});

describe('without WebCrypto, as on a page served over http', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('there is no verdict', async () => {
    vi.stubGlobal('crypto', {});

    await expect(verify(token)).rejects.toMatchObject({ code: 'digest_unavailable' });
  });
});

function nest(depth: number): Uint8Array {
  const headers: Uint8Array[] = [];
  let length = 0;
  for (let level = 0; level < depth; level++) {
    const header = Uint8Array.of(0x30, ...writeLength(length));
    headers.unshift(header);
    length += header.length;
  }
  return new Uint8Array(Buffer.concat(headers));
}

function writeLength(length: number): number[] {
  if (length < 0x80) return [length];
  if (length < 0x100) return [0x81, length];
  if (length < 0x10000) return [0x82, length >> 8, length & 0xff];
  return [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
}
