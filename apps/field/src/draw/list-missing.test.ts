import { describe, expect, it, test } from 'vitest';
import { isNothingTaken, listMissing } from './list-missing.ts';

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

describe('what is missing where one signs', () => {
  const shots = [
    { slot: 'roof', label: 'The roof', required: true },
    { slot: 'meter', label: 'The meter', required: true },
    { slot: 'door', label: 'The door', required: false },
  ];
  const state = { session: { shots }, missing_shots: ['roof', 'meter'] };

  it('is each required shot that neither the service nor this device has', () => {
    expect(listMissing(state, [])).toEqual(['The roof', 'The meter']);
    expect(listMissing(state, [{ kind: 'photo', state: 'waiting', slot: 'roof' }])).toEqual(['The meter']);
    expect(listMissing({ ...state, missing_shots: [] }, [])).toEqual([]);
  });

  it.each(['refused', 'held'] as const)('is a shot, too, whose photo is %s', (kept) => {
    expect(listMissing(state, [{ kind: 'photo', state: kept, slot: 'roof' }])).toContain('The roof');
  });
});
