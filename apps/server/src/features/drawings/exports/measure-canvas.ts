import { layOutPage } from '../rendering/lay-out-page.ts';

/**
 * The pixels that the canvas of a drawing has in its export, whatever its own units. It is the upper left part of
 * the picture; below it, and beside a narrow one, is the stamp.
 */
export const measureCanvas = (drawing: {
  width: number;
  height: number;
}): { width: number; height: number } => layOutPage(drawing, 0).canvas;
