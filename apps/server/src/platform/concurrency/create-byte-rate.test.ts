import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createByteRate, type ByteRate } from './create-byte-rate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIMIT = { perSecond: 1_000, burst: 2_000, turn: 100_000 };
const open = (limit = LIMIT): ByteRate => createByteRate(limit, { nowMs: Date.now });

const follow = () => {
  const gone: string[] = [];
  return { gone, then: (name: string, call: Promise<void>) => void call.then(() => gone.push(name)) };
};

const goOn = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('lets a burst through at once, and then so many bytes a second, in the order in which they came', async () => {
  const rate = open();
  const { gone, then } = follow();
  for (const name of ['a', 'b', 'c', 'd']) then(name, rate('one').take(1_000));
  await goOn(0);
  expect(gone).toEqual(['a', 'b']);
  await goOn(999);
  expect(gone).toEqual(['a', 'b']);
  await goOn(1);
  expect(gone).toEqual(['a', 'b', 'c']);
  await goOn(1_000);
  expect(gone).toEqual(['a', 'b', 'c', 'd']);
});

it('lets no key wait for another', async () => {
  const rate = open();
  const { gone, then } = follow();
  for (let call = 0; call < 50; call++) then('one', rate('one').take(1_000));
  then('two', rate('two').take(1_000));
  await goOn(0);
  expect(gone).toEqual(['one', 'one', 'two']);
});

it('gives a key that rested its burst again, and no more', async () => {
  const rate = open();
  const { gone, then } = follow();
  then('first', rate('one').take(2_000));
  await goOn(3_600_000);
  for (const name of ['a', 'b', 'c']) then(name, rate('one').take(1_000));
  await goOn(0);
  expect(gone).toEqual(['first', 'a', 'b']);
});

it('lets a piece that is larger than the burst through, too', async () => {
  const { gone, then } = follow();
  then('large', open()('one').take(5_000));
  await goOn(0);
  expect(gone).toEqual(['large']);
});

describe('bodies of one key', () => {
  const PIECE = 100;

  const send = (rate: ByteRate, { pieces, everyMs = 0 }: { pieces: number; everyMs?: number }) => {
    const body = rate('one');
    const sent: { pieces: number; seconds?: number } = { pieces: 0 };
    const began = Date.now();
    void (async () => {
      for (; sent.pieces < pieces; sent.pieces++) {
        if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
        await body.take(PIECE);
      }
      body.close();
      sent.seconds = (Date.now() - began) / 1000;
    })();
    return { sent, body };
  };

  const rateWithoutBurst = () => open({ ...LIMIT, burst: PIECE });

  it('end one after the other as they came, and each as early as if those behind it were not there', async () => {
    const rate = rateWithoutBurst();
    const bodies = Array.from({ length: 5 }, () => send(rate, { pieces: 100 }).sent);
    await goOn(60_000);
    const ended = bodies.map(({ seconds }) => Math.round(seconds!));
    expect(ended).toEqual([10, 20, 30, 40, 50]);
  });

  it('have what the oldest leaves: whoever sends slowly holds up nobody', async () => {
    const rate = rateWithoutBurst();
    const slow = send(rate, { pieces: 1_000, everyMs: 1_000 }).sent;
    const others = [send(rate, { pieces: 90 }).sent, send(rate, { pieces: 90 }).sent];
    await goOn(21_000);
    expect(slow.pieces).toBeGreaterThanOrEqual(20);
    expect(others.map(({ seconds }) => Math.round(seconds!))).toEqual([10, 20]);
  });

  it('take no time of the others once they are given up', async () => {
    const rate = rateWithoutBurst();
    const [first, second] = [send(rate, { pieces: 100 }), send(rate, { pieces: 100 })];
    await goOn(1_000);
    expect([first!.sent.pieces, second!.sent.pieces]).toEqual([11, 0]);
    first!.body.close();
    // The sender sends at once the bytes that it has, and they are not counted.
    await goOn(0);
    expect(first!.sent.pieces).toBe(100);
    await goOn(10_000);
    expect(second!.sent.seconds).toBe(11);
  });

  it('without an end go behind the others after their turn, and on when those are through', async () => {
    const rate = open({ perSecond: 1_000, burst: PIECE, turn: 2_000 });
    const endless = send(rate, { pieces: 1_000 }).sent;
    const photo = send(rate, { pieces: 20 }).sent;
    await goOn(4_100);
    expect(Math.round(photo.seconds!)).toBe(4);
    const { pieces } = endless;
    await goOn(1_000);
    expect(endless.pieces).toBe(pieces + 10);
  });
});
