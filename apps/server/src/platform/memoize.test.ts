import { describe, expect, it } from 'vitest';
import { memoize } from './memoize.ts';

describe('memoize', () => {
  it('computes once for a text, and anew for all when there are more than it may keep', () => {
    const asked: string[] = [];
    const measure = memoize(
      (text) => {
        asked.push(text);
        return text.length;
      },
      { max: 2 },
    );
    expect([measure('a'), measure('bb'), measure('a'), measure('bb')]).toEqual([1, 2, 1, 2]);
    expect(asked).toEqual(['a', 'bb']);
    expect([measure('ccc'), measure('a')]).toEqual([3, 1]);
    expect(asked).toEqual(['a', 'bb', 'ccc', 'a']);
  });
});
