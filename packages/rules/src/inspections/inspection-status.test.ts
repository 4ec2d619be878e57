import { INSPECTION_STATUSES, SESSION_STATUSES } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { inspectionStatusOf, sessionStatusesOf } from './inspections.ts';

test.each([
  ['created', 'pending'],
  ['open', 'pending'],
  ['recording', 'pending'],
  ['closed', 'completed'],
  ['expired', 'expired'],
] as const)('%s is %s at the versioned root', (session, inspection) => {
  expect(inspectionStatusOf(session)).toBe(inspection);
});

test.each([
  ['pending', ['created', 'open', 'recording']],
  ['completed', ['closed']],
  ['expired', ['expired']],
] as const)('%s stands for %j of the public API', (inspection, sessions) => {
  expect(sessionStatusesOf(inspection)).toEqual(sessions);
});

test('every state of one family has its place in the other, exactly one', () => {
  const covered = INSPECTION_STATUSES.flatMap(sessionStatusesOf);
  expect(covered.toSorted()).toEqual([...SESSION_STATUSES].toSorted());
});
