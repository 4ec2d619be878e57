import { expect, test } from 'vitest';
import {
  CONSENT_MATTERS,
  CONSENT_ORDER,
  CONSENT_VALUES,
  ParticipantConsents,
  weakestConsent,
} from './consents.ts';

test('each matter is asked for on its own', () => {
  expect(Object.keys(ParticipantConsents.shape)).toEqual([...CONSENT_MATTERS]);
});

test('the order knows every answer once', () => {
  expect([...CONSENT_ORDER].sort()).toEqual([...CONSENT_VALUES].sort());
});

test.each([
  [['granted', 'granted'], 'granted'],
  [['granted', 'pending'], 'pending'],
  [['pending', 'denied', 'granted'], 'denied'],
  [['denied', 'revoked', 'pending', 'granted'], 'revoked'],
  [[], 'pending'],
] as const)('of %j the weakest is %s', (answers, weakest) => {
  expect(weakestConsent(answers)).toBe(weakest);
});
