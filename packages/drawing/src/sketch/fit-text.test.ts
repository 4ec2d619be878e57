import { describe, expect, it } from 'vitest';
import { fitText } from './fit-text.ts';
import { LINE_HEIGHT } from './lay-out-text.ts';
import { measureLine } from './measure-line.ts';

const CANVAS = { width: 4000, height: 3000 };
const SIZE = 250;

const fit = (text: string, at: [number, number] = [0, 0], canvas = CANVAS) =>
  fitText({ text, at, size: SIZE }, canvas);

/** The text's place is judged by the service's own layout. */
const isInside = ({ text, at: [x, y], size }: ReturnType<typeof fit>, { width, height } = CANVAS) => {
  const lines = text.split('\n');
  const right = x + size * Math.max(...lines.map(measureLine));
  return x >= 0 && y >= 0 && right <= width && y + size * lines.length * LINE_HEIGHT <= height;
};

describe('fitText', () => {
  it('leaves a text that has room where it was put', () => {
    expect(fit('Crack, 3 mm', [300, 500])).toEqual({ text: 'Crack, 3 mm', at: [300, 500], size: SIZE });
  });

  it('moves a text in from the right and from below', () => {
    const { at, ...fitted } = fit('Crack, 3 mm', [3990, 2990]);
    expect(fitted).toEqual({ text: 'Crack, 3 mm', size: SIZE });
    expect(isInside({ at, ...fitted })).toBe(true);
    expect(at[0]).toBeGreaterThan(2000);
  });

  it('breaks a text that is too wide between its words, and loses none of them', () => {
    const text = 'The flashing at the chimney is loose, water has come in below it';
    const fitted = fit(text, [3000, 100]);
    expect(fitted.text.split('\n').length).toBeGreaterThan(1);
    expect(fitted.text.replaceAll('\n', ' ')).toBe(text);
    expect([fitted.size, isInside(fitted)]).toEqual([SIZE, true]);
  });

  it('breaks a word that is wider than the canvas', () => {
    const fitted = fit('W'.repeat(40), [100, 100]);
    expect(fitted.text.replaceAll('\n', '')).toBe('W'.repeat(40));
    expect(isInside(fitted)).toBe(true);
  });

  it('makes a text smaller only where there is no other room', () => {
    const fitted = fit('Ж'.repeat(250));
    expect(fitted.size).toBeLessThan(SIZE);
    expect(isInside(fitted)).toBe(true);
  });

  it('keeps any text inside canvases of any form', () => {
    for (const text of ['a', 'i '.repeat(125), '€ 漢字 🏠 '.repeat(25), ' two  spaces '])
      for (const [width, height] of [
        [4000, 3000],
        [3000, 4000],
        [4000, 500],
        [500, 4000],
      ] as const)
        expect(isInside(fit(text, [width, height], { width, height }), { width, height })).toBe(true);
  });
});
