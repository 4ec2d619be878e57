import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRetry } from './decide-retry.ts';

const limits = { retriesDone: 0, maxRetries: 2, maxRetryAfterMs: 60_000 };
const always = () => 1;

describe('what is tried again', () => {
  it.each([408, 429, 500, 502, 503, 504, 599])('%i', (status) => {
    expect(decideRetry({ status, code: 'unknown' }, limits, always)).toBe(500);
  });

  it('no reply at all', () => {
    expect(decideRetry(null, limits, always)).toBe(500);
  });

  it('409 only while the first request with the key is in flight', () => {
    expect(decideRetry({ status: 409, code: 'idempotency_in_flight' }, limits, always)).toBe(500);
    expect(decideRetry({ status: 409, code: 'session.already_ended' }, limits, always)).toBeNull();
  });

  it.each([301, 400, 401, 402, 403, 404, 410, 413, 415, 422, 423])('not %i', (status) => {
    expect(decideRetry({ status, code: 'unknown' }, limits, always)).toBeNull();
  });

  it('nothing once the retries are used', () => {
    expect(decideRetry(null, { ...limits, retriesDone: 2 }, always)).toBeNull();
    expect(decideRetry(null, { ...limits, maxRetries: 0 }, always)).toBeNull();
  });
});

describe('the wait', () => {
  it('is anything up to a bound that doubles from 0.5 s to 8 s', () => {
    const bounds = [0, 1, 2, 3, 4, 5, 60].map((retriesDone) =>
      decideRetry(null, { ...limits, retriesDone, maxRetries: 99 }, always),
    );
    expect(bounds).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(decideRetry(null, limits, () => 0)).toBe(0);
  });

  it('is never shorter than Retry-After', () => {
    const refusal = { status: 429, code: 'rate_limited', retryAfterMs: 7000 };
    expect(decideRetry(refusal, limits, always)).toBe(7000);
  });

  it('is Retry-After and the jitter on top of it while a request with the same key is in flight', () => {
    const refusal = { status: 409, code: 'idempotency_in_flight', retryAfterMs: 1000 };
    const delays = [0, 0.5, 1].map((dice) => decideRetry(refusal, limits, () => dice));
    expect(delays).toEqual([1000, 1250, 1500]);
    const later = [0, 0.5, 1].map((dice) => decideRetry(refusal, { ...limits, retriesDone: 1 }, () => dice));
    expect(later).toEqual([1000, 1500, 2000]);
  });

  it('ends the call instead when Retry-After is above the limit', () => {
    const refusal = { status: 429, code: 'rate_limited', retryAfterMs: 60_001 };
    expect(decideRetry(refusal, limits, always)).toBeNull();
    expect(decideRetry({ ...refusal, retryAfterMs: 60_000 }, limits, always)).toBe(60_000);
  });

  it('of a retry is in bounds for 10⁴ seeds, and takes up all the room between them', () => {
    const shares: number[] = [];
    for (let seed = 0; seed < 10_000; seed++) {
      const random = createRandom(seed);
      for (let retriesDone = 0; retriesDone < 8; retriesDone++) {
        const delayMs = decideRetry(null, { ...limits, retriesDone, maxRetries: 8 }, random) ?? -1;
        const boundMs = Math.min(8000, 500 * 2 ** retriesDone);
        if (!(delayMs >= 0 && delayMs <= boundMs))
          throw new Error(`seed ${seed}, retry ${retriesDone}: ${delayMs}`);
        shares.push(delayMs / boundMs);
      }
    }
    // Full jitter: each tenth of the room gets its tenth of the waits.
    const tenths = Map.groupBy(shares, (share) => Math.floor(share * 10));
    for (let tenth = 0; tenth < 10; tenth++) {
      expect(tenths.get(tenth)!.length / shares.length).toBeGreaterThan(0.09);
      expect(tenths.get(tenth)!.length / shares.length).toBeLessThan(0.11);
    }
  });

  it('is in bounds beside any Retry-After, for 10⁴ seeds', () => {
    const throws = fc.record({
      retriesDone: fc.nat(20),
      retryAfterMs: fc.option(fc.nat(60_000)),
      dice: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    });
    fc.assert(
      fc.property(throws, ({ retriesDone, retryAfterMs, dice }) => {
        const refusal = { status: 503, code: 'unavailable', retryAfterMs };
        const delayMs = decideRetry(refusal, { ...limits, retriesDone, maxRetries: 21 }, () => dice) ?? -1;
        const bound = Math.min(8000, 500 * 2 ** retriesDone);
        expect(delayMs).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
        expect(delayMs).toBeLessThanOrEqual(Math.max(retryAfterMs ?? 0, bound));
      }),
      { numRuns: 10_000 },
    );
  });
});

/** mulberry32: numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
