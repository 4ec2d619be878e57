import { describe, expect, it, vi } from 'vitest';
import type { FakeReply } from '../../testing/fake-fetch.ts';
import { join, openFakeRecordings as open, segment } from '../../testing/fake-recordings.ts';

describe('the memory of a recording is bounded:', () => {
  it('append waits while it is full, one more is refused, and after that it goes on', async () => {
    let arrive = () => {};
    const held: FakeReply = () =>
      new Promise((_, reject) => {
        arrive = () => reject(new TypeError('cut'));
      });
    const { start, arrived } = open({ faults: [held] });
    const recording = await start({ everyMs: 0, bufferBytes: 100 });
    await recording.append(segment(60));
    const full = recording.append(segment(60, 60));
    expect([recording.isFull, recording.waitingBytes]).toEqual([true, 120]);
    await expect(recording.append(segment(60, 120))).rejects.toThrow('wait for append()');
    await vi.waitFor(() => arrive());
    await full;
    expect(recording.isFull).toBe(false);
    await recording.append(segment(60, 120));
    await recording.stop();
    expect(arrived).toEqual(join(segment(180)));
  });

  it('who waits for append never has more than the buffer and one segment held, however much is recorded', async () => {
    const { start, arrived } = open();
    const recording = await start({ everyMs: 0, bufferBytes: 1_000, partBytes: 500 });
    let most = 0;
    for (let position = 0; position < 20_000; position += 200) {
      const taken = recording.append(segment(200, position));
      most = Math.max(most, recording.waitingBytes);
      await taken;
    }
    await recording.stop();
    expect(arrived).toEqual(join(segment(20_000)));
    expect(most).toBeLessThanOrEqual(1_200);
  });

  it('bytes are taken as they are: whoever writes into their array afterwards changes nothing', async () => {
    const { start, arrived } = open();
    const recording = await start();
    const bytes = segment(50);
    const taken = recording.append(bytes.subarray(10, 40));
    bytes.fill(9);
    await taken;
    await recording.stop();
    expect(arrived).toEqual(join(segment(30, 10)));
  });

  it('an empty segment is none', async () => {
    const { start, arrived } = open();
    const recording = await start({ everyMs: 0 });
    await recording.append(new Blob([]));
    await recording.append(segment(10));
    await recording.append(new Uint8Array());
    await recording.stop();
    expect(arrived).toEqual(join(segment(10)));
  });
});
