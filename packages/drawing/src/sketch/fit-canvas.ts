import { SKETCH_LIMITS } from './limits.ts';

/** The longer side of a canvas: finer than any screen, so that whole units are enough. */
const LONGER_SIDE = 4_000;

/** Gives the canvas for a picture, or a sheet, of these proportions. */
export const fitCanvas = (of: { width: number; height: number }): { width: number; height: number } => {
  const scale = LONGER_SIDE / Math.max(of.width, of.height);
  const fit = (side: number) => Math.max(SKETCH_LIMITS.canvasMin, Math.round(side * scale));
  return { width: fit(of.width), height: fit(of.height) };
};
