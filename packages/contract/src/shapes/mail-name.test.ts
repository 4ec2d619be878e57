import { expect, it } from 'vitest';
import { mailName } from './text.ts';

it('a name beside an address has nothing that NFKC makes into a part of an address', () => {
  const passed: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const character = String.fromCodePoint(point);
    if (/[<>"@]/.test(character.normalize('NFKC')) && mailName(100).safeParse(`a${character}`).success)
      passed.push(point.toString(16));
  }
  expect(passed).toEqual([]);
});

it.each(['Nordic Surveyors', 'علی‌رضا', 'क्‍ष', "O'Neill & Søn", ''])('takes %s', (name) => {
  expect(mailName(100).safeParse(name).success).toBe(true);
});
