import { SKETCH_LIMITS } from './limits.ts';

export type Sample = { x: number; y: number; pressure?: number | undefined };

/** The canvas's position on the screen, in the sample's pixels. */
export type Frame = { left: number; top: number; width: number; height: number };

type Canvas = { width: number; height: number };

/** A point in whole units of the canvas, with the pressure in thousandths. */
export type SketchPoint = [x: number, y: number] | [x: number, y: number, pressure: number];

/** A sample beyond the edge of the canvas is moved onto the edge. */
export const placeSample = ({ x, y, pressure }: Sample, frame: Frame, canvas: Canvas): SketchPoint => {
  const point: [number, number] = [
    clamp(((x - frame.left) / frame.width) * canvas.width, canvas.width),
    clamp(((y - frame.top) / frame.height) * canvas.height, canvas.height),
  ];
  return pressure === undefined ? point : [...point, clamp(pressure * 1000, 1000)];
};

// NaN, as from a frame without width, becomes 0. Never gives -0, which JSON would lose.
const clamp = (value: number, max: number): number =>
  Math.min(Math.max(Math.round(value) || 0, 0), Math.min(max, SKETCH_LIMITS.canvasMax)) + 0;
