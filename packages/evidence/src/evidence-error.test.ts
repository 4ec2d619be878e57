import { expect, it } from 'vitest';

import { EvidenceError } from './evidence-error.ts';

it('is told by instanceof from another copy of the package, and from nothing else', async () => {
  const copy = './evidence-error.ts?copy';
  const { EvidenceError: Other } = (await import(copy)) as { EvidenceError: typeof EvidenceError };
  const error = new Other('invalid_head', 'no head');

  expect(Other).not.toBe(EvidenceError);
  expect([error instanceof EvidenceError, new EvidenceError('invalid_head', '') instanceof Other]).toEqual([
    true,
    true,
  ]);
  for (const stranger of [new Error(''), {}, null, undefined, 'EvidenceError', { code: 'invalid_head' }]) {
    expect(stranger instanceof EvidenceError).toBe(false);
  }
});

it('a subclass of a reader takes only its own', () => {
  class Mine extends EvidenceError {}
  const mine = new Mine('invalid_head', 'no head');

  expect([mine instanceof Mine, mine instanceof EvidenceError, mine instanceof Error]).toEqual([
    true,
    true,
    true,
  ]);
  expect(new EvidenceError('invalid_head', '') instanceof Mine).toBe(false);
});

it('has its name, its code and its cause', () => {
  const cause = new Error('why');
  expect(new EvidenceError('invalid_root', 'no root', { cause })).toMatchObject({
    name: 'EvidenceError',
    code: 'invalid_root',
    cause,
  });
});
