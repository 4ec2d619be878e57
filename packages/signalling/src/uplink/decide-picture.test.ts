import { describe, expect, it } from 'vitest';
import { decidePicture, FIRST_PICTURE, type Picture, type Uplink } from './follow-uplink.ts';

const GOOD: Uplink = { availableBps: 4_000_000, lossFraction: 0, rttMs: 40 };
const UNKNOWN: Uplink = { availableBps: undefined, lossFraction: undefined, rttMs: undefined };
const rounds = (picture: Picture, ...uplinks: Uplink[]): Picture => uplinks.reduce(decidePicture, picture);
const times = (count: number, uplink: Uplink): Uplink[] => Array<Uplink>(count).fill(uplink);

describe('decidePicture', () => {
  it('lets the picture grow on a good way, up to a limit', () => {
    expect(rounds(FIRST_PICTURE, GOOD).maxBps).toBe(1_250_000);
    expect(rounds(FIRST_PICTURE, ...times(20, GOOD)).maxBps).toBe(2_500_000);
  });

  it('goes on where the browser tells nothing of the way', () => {
    expect(rounds(FIRST_PICTURE, ...times(3, UNKNOWN))).toMatchObject({ isPaused: false, rounds: 0 });
  });

  it.each([
    ['packets are lost', { ...GOOD, lossFraction: 0.08 }],
    ['packets come late', { ...GOOD, rttMs: 1_200 }],
  ])('halves the picture while %s', (_, uplink) => {
    expect(rounds(FIRST_PICTURE, uplink).maxBps).toBe(500_000);
    expect(rounds(FIRST_PICTURE, uplink, uplink).maxBps).toBe(250_000);
  });

  it('takes an estimate that is low while nothing is lost for no strain', () => {
    expect(rounds(FIRST_PICTURE, { ...GOOD, availableBps: 60_000 }).maxBps).toBe(1_250_000);
  });

  it('neither grows nor gives way at a little loss', () => {
    expect(rounds(FIRST_PICTURE, { ...GOOD, lossFraction: 0.03 }).maxBps).toBe(1_000_000);
  });

  it('leaves the sound its part of a narrow way', () => {
    const narrow = { availableBps: 248_000, lossFraction: 0.1, rttMs: 100 };
    expect(rounds(FIRST_PICTURE, narrow).maxBps).toBe(170_000);
  });

  it('pauses the picture where even the least is too much for three rounds, and not for one', () => {
    const tiny = { availableBps: 60_000, lossFraction: 0.3, rttMs: 2_000 };
    expect(rounds(FIRST_PICTURE, tiny, tiny)).toMatchObject({ maxBps: 80_000, isPaused: false });
    expect(rounds(FIRST_PICTURE, tiny, tiny, tiny).isPaused).toBe(true);
    expect(rounds(FIRST_PICTURE, tiny, tiny, GOOD, tiny, tiny).isPaused).toBe(false);
  });

  it('brings the picture back, small, after five good rounds in a row', () => {
    const paused: Picture = { maxBps: 80_000, isPaused: true, rounds: 0 };
    const bad = { ...GOOD, lossFraction: 0.2 };
    expect(rounds(paused, ...times(4, GOOD), bad, ...times(4, GOOD)).isPaused).toBe(true);
    expect(rounds(paused, ...times(5, GOOD))).toEqual({ maxBps: 80_000, isPaused: false, rounds: 0 });
  });
});
