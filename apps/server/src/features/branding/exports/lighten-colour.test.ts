import { readFile } from 'node:fs/promises';
import { AA_CONTRAST, contrastOf } from '@field-inspection/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readColour } from '../../../testing/read-colour.ts';
import { DARK_CARD, lightenColour } from './describe-brand.ts';

const SHEET = new URL('../../../../../../packages/ui/src/ui.css', import.meta.url);

it('every colour is read on a dark page, as it is there and under the words on it', async () => {
  const [, dark = ''] = (await readFile(SHEET, 'utf8')).split('prefers-color-scheme: dark');
  expect(readColour(dark, 'card')).toBe(DARK_CARD);
  const words = readColour(dark, 'on-accent');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const lighter = lightenColour(`#${number.toString(16).padStart(6, '0')}`);
      expect(lighter).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrastOf(lighter, DARK_CARD)).toBeGreaterThanOrEqual(AA_CONTRAST);
      expect(contrastOf(lighter, words)).toBeGreaterThanOrEqual(AA_CONTRAST);
    }),
  );
});

it('a colour that is read there already stays as it is', () => {
  expect(lightenColour('#8fb4ff')).toBe('#8fb4ff');
});
