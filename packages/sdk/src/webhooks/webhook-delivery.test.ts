import { expect, it } from 'vitest';
import { includesSignature } from './webhook-delivery.ts';

const hex = 'ab'.repeat(32);

it('finds a signature among others', () => {
  expect(includesSignature([`v1=${'0'.repeat(64)}`, `v1=${hex}`], hex)).toBe(true);
});

it.each([
  ['no signature', ''],
  ['its beginning', hex.slice(0, 32)],
  ['one that differs at its beginning', `0${hex.slice(1)}`],
  ['one that differs at its end', `${hex.slice(1)}0`],
])('is not misled by %s', (_name, own) => {
  expect(includesSignature([`v1=${hex}`], own)).toBe(false);
});
