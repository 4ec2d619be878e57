import type { DrawingStroke } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { hasMissingSign } from './render-drawing.ts';

const write = (text: string): DrawingStroke => ({
  tool: 'text',
  color: '#000000',
  size: 20,
  points: [[1, 1]],
  text,
});
const draw = (...strokes: DrawingStroke[]) => ({ width: 400, height: 400, strokes });
const LINE: DrawingStroke = {
  tool: 'line',
  color: '#000000',
  size: 2,
  points: [
    [0, 0],
    [9, 9],
  ],
};

test.each(['漢', 'roof 😀', 'a\n\u202eb', 'שלום ∰'])('a drawing with %j has the sign', (text) => {
  expect(hasMissingSign(draw(LINE, write('Crack'), write(text)))).toBe(true);
});

test.each(['Crack, 3 mm²\n\tŻółw Щит', 'שלום (3)', 'سقف', '→ ■'])('a drawing with %j has none', (text) => {
  expect(hasMissingSign(draw(LINE, write(text)))).toBe(false);
});

test('a drawing of strokes alone has none', () => {
  expect(hasMissingSign(draw(LINE))).toBe(false);
});
