import { describe, expect, it } from 'vitest';
import { nameFault } from './name-fault.ts';

const SOUND = {
  valueMissing: false,
  typeMismatch: false,
  rangeUnderflow: false,
  rangeOverflow: false,
  badInput: false,
};

describe('a field that somebody filled in wrongly', () => {
  it.each([
    [{ valueMissing: true }, 'email', 'field.missing'],
    [{ typeMismatch: true }, 'email', 'field.no_email'],
    [{ typeMismatch: true }, 'url', 'field.no_url'],
    [{ rangeOverflow: true }, 'number', 'field.between'],
    [{ valueMissing: true, badInput: true }, 'number', 'field.between'],
    [{}, 'text', 'field.wrong'],
  ])('of the faults %j in one of type %s is told by %s', (faults, type, key) => {
    expect(nameFault({ ...SOUND, ...faults }, type)).toBe(key);
  });
});
