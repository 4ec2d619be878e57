import { describe, expect, it } from 'vitest';
import { listShots, nextSlot } from './list-shots.ts';

const shot = (slot: string, required = true) => ({ slot, label: slot, hint: '', required });
const stateOf = (missing_shots: string[]) =>
  ({
    session: { shots: [shot('roof'), shot('meter', false), shot('wall')] },
    missing_shots,
  }) as unknown as Parameters<typeof listShots>[0];
const takenOf = (...given: Parameters<typeof listShots>) =>
  listShots(...given)
    .filter(({ isTaken }) => isTaken)
    .map(({ slot }) => slot);

describe('listShots', () => {
  it('knows as taken what the service has, and what only this device has', () => {
    expect(takenOf(stateOf(['wall']), [])).toEqual(['roof']);
    expect(takenOf(stateOf(['roof', 'wall']), ['wall', undefined])).toEqual(['wall']);
  });

  it('says of an optional shot only what this device knows: the service tells no more of it', () => {
    expect(takenOf(stateOf([]), [])).toEqual(['roof', 'wall']);
    expect(takenOf(stateOf([]), ['meter'])).toEqual(['roof', 'meter', 'wall']);
  });

  it('goes on with the first that is required and missing, and with none at the end', () => {
    expect(nextSlot(listShots(stateOf(['roof', 'wall']), []))).toBe('roof');
    expect(nextSlot(listShots(stateOf(['wall']), []))).toBe('wall');
    expect(nextSlot(listShots(stateOf(['wall']), ['wall']))).toBeUndefined();
  });
});
