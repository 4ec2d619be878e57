import { describe, expect, it } from 'vitest';
import { joinCalls } from './join-calls.ts';

const openRuns = () => {
  const began: { key: string; calls: number }[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const call = joinCalls<string>((key, calls) => {
    const number = began.push({ key, calls });
    return new Promise((resolve, reject) => {
      ends.push((error) =>
        error
          ? reject(error)
          : resolve(Array.from({ length: calls }, (_, index) => `${number}.${index + 1}`)),
      );
    });
  });
  return { began, ends, call };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('joinCalls', () => {
  it('runs the first call at once, and those that come meanwhile together as the next', async () => {
    const { began, ends, call } = openRuns();
    const calls = ['a', 'a', 'a'].map(call);
    expect(began).toEqual([{ key: 'a', calls: 1 }]);
    ends[0]!();
    await settled();
    expect(began).toEqual([
      { key: 'a', calls: 1 },
      { key: 'a', calls: 2 },
    ]);
    ends[1]!();
    expect(await Promise.all(calls)).toEqual(['1.1', '2.1', '2.2']);
  });

  it('lets no key wait for another', () => {
    const { began, call } = openRuns();
    void call('a');
    void call('b');
    expect(began.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('refuses the calls of a run that fails, and runs those that came after', async () => {
    const { ends, call } = openRuns();
    const [failing, next] = [call('a'), call('a')];
    ends[0]!(new Error('lost'));
    await expect(failing).rejects.toThrow('lost');
    await settled();
    ends[1]!();
    expect(await next).toBe('2.1');
  });

  it('begins anew when nothing is under way', async () => {
    const { began, ends, call } = openRuns();
    for (const run of [0, 1]) {
      const called = call('a');
      ends[run]!();
      expect(await called).toBe(`${run + 1}.1`);
      await settled();
    }
    expect(began).toHaveLength(2);
  });
});
