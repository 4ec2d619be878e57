import { describe, expect, test } from 'vitest';
import { GivenShots } from './shots.ts';

const roof = { slot: 'roof_north', label: { en: 'The roof', de: 'Das Dach' } };
const take = (...given: unknown[]) => GivenShots.safeParse(given).success;

describe('what is asked for', () => {
  test('is required unless it says otherwise, and needs no hint', () => {
    expect(
      GivenShots.parse([roof, { ...roof, slot: 'b', required: false, hint: { en: 'From afar' } }]),
    ).toEqual([
      { ...roof, required: true },
      { ...roof, slot: 'b', required: false, hint: { en: 'From afar' } },
    ]);
  });

  test('can be given back as it is shown, with an empty hint', () => {
    expect(take({ ...roof, required: true, hint: {} })).toBe(true);
  });

  test.each([
    ['a slot of capitals', { ...roof, slot: 'Roof' }],
    ['a slot of 41 characters', { ...roof, slot: 'a'.repeat(41) }],
    ['an empty slot', { ...roof, slot: '' }],
    ['a label in no locale', { ...roof, label: {} }],
    ['a label in a locale that is not supported', { ...roof, label: { xx: 'Roof' } }],
    ['a blank label', { ...roof, label: { en: ' ' } }],
    ['a label of 201 characters', { ...roof, label: { en: 'a'.repeat(201) } }],
    ['a hint of 201 characters', { ...roof, hint: { en: 'a'.repeat(201) } }],
    ['a field that is not known', { ...roof, count: 2 }],
  ])('has no %s', (_, shot) => {
    expect(take(shot)).toBe(false);
  });

  test('has each slot once, 50 at most, and 20 000 characters of text in all', () => {
    const many = (count: number, text = 'x') =>
      Array.from({ length: count }, (_, index) => ({
        slot: `s${index}`,
        label: { en: text, de: text, fr: text },
      }));
    expect(take(roof, roof)).toBe(false);
    expect([take(...many(50)), take(...many(51))]).toEqual([true, false]);
    expect([take(...many(33, 'a'.repeat(200))), take(...many(34, 'a'.repeat(200)))]).toEqual([true, false]);
  });
});
