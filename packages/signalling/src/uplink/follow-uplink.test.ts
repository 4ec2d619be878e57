import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followUplink } from './follow-uplink.ts';

type Encoding = Record<string, unknown>;

const createSender = () => {
  const sender = {
    encodings: [{}] as Encoding[],
    getParameters: () => ({ encodings: structuredClone(sender.encodings) }),
    setParameters: async ({ encodings }: { encodings: Encoding[] }) => void (sender.encodings = encodings),
  };
  return sender;
};

const open = () => {
  const [video, audio] = [createSender(), createSender()];
  let lossFraction = 0;
  const connection = {
    getStats: async () =>
      new Map([['r', { type: 'remote-inbound-rtp', timestamp: 1, fractionLost: lossFraction }]]),
    getTransceivers: () => [
      { sender: video, receiver: { track: { kind: 'video' } } },
      { sender: audio, receiver: { track: { kind: 'audio' } } },
    ],
  };
  const paused: boolean[] = [];
  const stop = followUplink(connection as unknown as RTCPeerConnection, (isPaused) => paused.push(isPaused));
  return { video, audio, paused, stop, lose: (fraction: number) => (lossFraction = fraction) };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('followUplink', () => {
  it('puts the sound before the picture', async () => {
    const { audio, video } = open();
    await vi.advanceTimersByTimeAsync(0);
    expect(audio.encodings).toEqual([{ priority: 'high', networkPriority: 'high' }]);
    expect(video.encodings).toEqual([{ maxBitrate: 1_000_000, active: true }]);
  });

  it('makes the picture smaller while packets are lost, pauses it, and tells so once', async () => {
    const { audio, video, paused, lose } = open();
    lose(0.4);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(video.encodings).toEqual([{ maxBitrate: 500_000, active: true }]);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(video.encodings).toEqual([{ maxBitrate: 80_000, active: false }]);
    expect(audio.encodings[0]).not.toHaveProperty('active');
    lose(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([video.encodings[0]!['active'], paused]).toEqual([true, [true, false]]);
  });

  it('stops when it is told to', async () => {
    const { video, stop, lose } = open();
    stop();
    lose(0.4);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(video.encodings[0]!['maxBitrate']).toBe(1_000_000);
  });
});
