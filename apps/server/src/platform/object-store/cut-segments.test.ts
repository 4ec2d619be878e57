import { describe, expect, it } from 'vitest';
import { cutSegments, SEGMENT_BYTES } from './create-upload-store.ts';

const stream = async function* (sizes: number[], error?: Error) {
  for (const size of sizes) yield Buffer.alloc(size, size % 251);
  if (error) throw error;
};

describe('cutSegments', () => {
  it.each([
    [[], []],
    [[0], []],
    [[1, 2, 3], [6]],
    [[SEGMENT_BYTES], [SEGMENT_BYTES]],
    [
      [SEGMENT_BYTES - 1, 2, 5],
      [SEGMENT_BYTES + 1, 5],
    ],
  ])('cuts chunks of %j bytes into segments of %j', async (sizes, expected) => {
    const segments: Buffer[] = [];
    for await (const segment of cutSegments(stream(sizes))) segments.push(segment);
    expect(segments.map(({ length }) => length)).toEqual(expected);
    const whole = Buffer.concat(sizes.map((size) => Buffer.alloc(size, size % 251)));
    expect(Buffer.concat(segments).equals(whole)).toBe(true);
  });

  it('gives what has arrived before the error that ended it', async () => {
    const reason = new Error('broken');
    const arrived: number[] = [];
    const cutting = (async () => {
      for await (const segment of cutSegments(stream([3, 4], reason))) arrived.push(segment.length);
    })();
    await expect(cutting).rejects.toBe(reason);
    expect(arrived).toEqual([7]);
  });
});
