import { expect, test } from 'vitest';
import { CONSENT_MATTERS } from '../vocabulary.ts';
import { ParticipantConsents } from './consents.ts';

test('each matter is asked for on its own', () => {
  expect(Object.keys(ParticipantConsents.shape)).toEqual([...CONSENT_MATTERS]);
});
