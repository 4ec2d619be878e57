import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePhoneNumber } from './read-phone.ts';

describe('parsePhoneNumber', () => {
  it.each([
    ['+39 347 123 4567', '+393471234567'],
    [' +33 (0)6 12 34 56 78 ', '+33612345678'],
    ['+12125550100', '+12125550100'],
    ['+390669812345', '+390669812345'],
  ])('writes %s as E.164', (input, number) => {
    expect(parsePhoneNumber(input)).toBe(number);
  });

  it.each([
    ['a national number: its country is unknown', '0347 1234567'],
    ['too short for its country', '+393471'],
    ['an unknown country', '+999123456789'],
    ['an extension, which no SMS reaches', '+1 212 555 0100 ext. 5'],
    ['words around a number', 'call +393471234567'],
    ['nothing', ''],
  ])('refuses %s', (_, input) => {
    expect(parsePhoneNumber(input)).toBeNull();
  });

  it('gives E.164 or null for anything, and the same for its own result', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+[0-9 ]{5,16}$/)), (input) => {
        const number = parsePhoneNumber(input);
        if (number === null) return;
        expect(number).toMatch(/^\+[1-9]\d{4,14}$/);
        expect(parsePhoneNumber(number)).toBe(number);
      }),
    );
  });
});
