import { expect, it } from 'vitest';
import * as evidence from './evidence.ts';

it('exports this, and no more', () => {
  expect(Object.keys(evidence).sort()).toEqual([
    'EvidenceError',
    'verifyChain',
    'verifyCommitment',
    'verifyEvidence',
    'verifyTimestamp',
  ]);
});
