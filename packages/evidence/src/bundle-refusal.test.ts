import fc from 'fast-check';
import { expect, it } from 'vitest';

import { quotePath } from './bundle-refusal.ts';

it('leaves an ordinary path as it is', () => {
  expect(quotePath('originals/0199f0a0-0000-7000-8000-000000000000.jpg')).toBe(
    'originals/0199f0a0-0000-7000-8000-000000000000.jpg',
  );
});

it.each([
  ['a\u001b[31mred', '"a\\u001b[31mred"'],
  ['x\u202egpj.exe', '"x\\u202egpj.exe"'],
  ['"quoted"', '"\\"quoted\\""'],
  ['dài', '"d\\u00e0i"'],
])('%j can not mislead: %s', (path, shown) => {
  expect(quotePath(path)).toBe(shown);
});

it('is short and printable whatever the path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 250 }), (path) => {
      const shown = quotePath(path);
      expect(shown).toMatch(/^[\x20-\x7e…]*$/);
      expect(shown.length).toBeLessThan(1300);
    }),
  );
});
