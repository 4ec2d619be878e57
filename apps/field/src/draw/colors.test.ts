import { AA_CONTRAST, contrastOf } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { COLORS, PAPER_COLORS, PHOTO_COLORS } from './colors.ts';

test('each colour of the paper is read on white', () => {
  for (const name of PAPER_COLORS) expect(contrastOf(COLORS[name], '#ffffff')).toBeGreaterThan(AA_CONTRAST);
});

const GRAPHICS_CONTRAST = 3;

test('on each brightness of a photo one of its colours is seen', () => {
  for (let grey = 0; grey < 256; grey++) {
    const back = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
    const best = Math.max(...PHOTO_COLORS.map((name) => contrastOf(COLORS[name], back)));
    expect(best, back).toBeGreaterThan(GRAPHICS_CONTRAST);
  }
});
