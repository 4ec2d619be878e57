import { layOutPage } from '../rendering/lay-out-page.ts';

/**
 * Gives the pixels of a drawing's canvas in its export, whatever its own units. The canvas is the upper left part of
 * the picture; the stamp is below it, and beside a narrow one.
 */
export const measureCanvas = (drawing: {
  width: number;
  height: number;
}): { width: number; height: number } => layOutPage(drawing, 0).canvas;
