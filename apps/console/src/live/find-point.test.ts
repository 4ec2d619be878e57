import { expect, it } from 'vitest';
import { findPoint } from './find-point.ts';

const BOX = { left: 10, top: 20, width: 400, height: 400 };
const PICTURE = { width: 1280, height: 640 };

it('a pointer is told by its share of the picture, which leaves a margin in a box of other proportions', () => {
  expect(findPoint(BOX, PICTURE, { clientX: 110, clientY: 170 })).toEqual({ x: 0.25, y: 0.25 });
  expect(findPoint(BOX, PICTURE, { clientX: 410, clientY: 320 })).toEqual({ x: 1, y: 1 });
});

it('beside the picture a pointer is nowhere', () => {
  expect(findPoint(BOX, PICTURE, { clientX: 110, clientY: 60 })).toBeUndefined();
  expect(findPoint(BOX, { width: 0, height: 0 }, { clientX: 110, clientY: 170 })).toBeUndefined();
});
