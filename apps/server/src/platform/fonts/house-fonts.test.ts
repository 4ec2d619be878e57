import { expect, it } from 'vitest';
import { houseFonts, readCodePoints } from './house-fonts.ts';

const [latin, arabic, hebrew, mono] = houseFonts().families.map(
  (family) => (text: string) => Array.from(text).every((each) => family.has(each.codePointAt(0)!)),
);

it('each font has the characters of its script, and not those of others', () => {
  expect(latin!('AżșĳΩЖѝ“”±№€\u202f')).toBe(true);
  expect(latin!('א') || latin!('ع') || latin!('漢')).toBe(false);
  expect(arabic!('تقرير١٢ پچ')).toBe(true);
  expect(hebrew!('דוח בָּ')).toBe(true);
  expect(mono!('□')).toBe(true);
});

it('no font has a name that a font of the host can have', () => {
  const name = (text: string) => Buffer.from(text, 'utf16le').swap16();
  for (const file of houseFonts().files) {
    expect(file.includes(name('Own. Sans'))).toBe(true);
    expect(file.includes(name('Noto Sans'))).toBe(false);
  }
});

it('refuses a file that is no font', () => {
  expect(() => readCodePoints(Buffer.alloc(64))).toThrow('The font has no table cmap.');
});
