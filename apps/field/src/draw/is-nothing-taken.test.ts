import { expect, test } from 'vitest';
import { isNothingTaken } from './sign-screen.tsx';

const shots = [
  { slot: 'roof', required: true },
  { slot: 'meter', required: false },
];
const fresh = { session: { shots }, missing_shots: ['roof'] };

test('nothing is taken until this device has taken something that is used and not refused', () => {
  expect(isNothingTaken(fresh, [])).toBe(true);
  expect(
    isNothingTaken(fresh, [
      { kind: 'photo', state: 'refused' },
      { kind: 'photo', state: 'held' },
    ]),
  ).toBe(true);
  for (const state of ['waiting', 'uploading', 'stored'] as const)
    expect(
      isNothingTaken(fresh, [
        { kind: 'photo', state: 'refused' },
        { kind: 'photo', state },
      ]),
    ).toBe(false);
  expect(isNothingTaken(fresh, [{ kind: 'signature', state: 'stored' }])).toBe(true);
});

test('a required shot that the session has, from whatever device, is something taken', () => {
  expect(isNothingTaken({ ...fresh, missing_shots: [] }, [])).toBe(false);
  expect(isNothingTaken({ session: { shots: [] }, missing_shots: [] }, [])).toBe(true);
});
