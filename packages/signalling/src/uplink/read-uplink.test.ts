import { describe, expect, it } from 'vitest';
import { readUplink } from './follow-uplink.ts';

const pair = (id: string, more: object) => ({ type: 'candidate-pair', timestamp: 10_000, id, ...more });
const heard = (more: { timestamp: number; fractionLost: number; roundTripTime: number }) => ({
  type: 'remote-inbound-rtp',
  ...more,
});

describe('readUplink', () => {
  it('reads the pair that is in use, and the worst of the streams', () => {
    const report = [
      pair('a', { availableOutgoingBitrate: 1 }),
      pair('b', { availableOutgoingBitrate: 900_000 }),
      { type: 'transport', timestamp: 10_000, id: 't', selectedCandidatePairId: 'b' },
      heard({ timestamp: 9_000, fractionLost: 0.01, roundTripTime: 0.2 }),
      heard({ timestamp: 5_000, fractionLost: 0.07, roundTripTime: 0.1 }),
    ];
    expect(readUplink(report)).toEqual({ availableBps: 900_000, lossFraction: 0.07, rttMs: 200 });
  });

  it('finds the pair in use where the browser names no transport', () => {
    const report = [
      pair('a', { nominated: true, state: 'failed', availableOutgoingBitrate: 1 }),
      pair('b', { nominated: true, state: 'succeeded', availableOutgoingBitrate: 2 }),
    ];
    expect(readUplink(report).availableBps).toBe(2);
  });

  it('forgets what was told of a stream that is no longer sent', () => {
    const report = [
      { type: 'transport', timestamp: 10_000 },
      heard({ timestamp: 9_000, fractionLost: 0, roundTripTime: 0.1 }),
      heard({ timestamp: 3_000, fractionLost: 0.4, roundTripTime: 2 }),
    ];
    expect(readUplink(report)).toMatchObject({ lossFraction: 0, rttMs: 100 });
  });

  it('tells what is not known as unknown', () => {
    expect(readUplink([])).toEqual({ availableBps: undefined, lossFraction: undefined, rttMs: undefined });
  });
});
