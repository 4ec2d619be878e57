import { CONSENT_VALUES } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { CONSENT_ORDER, weakestConsent } from './consents.ts';

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
