import { runInDrawingThread } from '../rendering/run-in-drawing-thread.ts';

/** The PNG of an SVG that renderDrawingSvg made: 2048 pixels at the canvas's longer side, the same bytes each time. */
export const renderDrawingPng = (svg: string): Promise<Uint8Array> =>
  runInDrawingThread({ kind: 'png', svg });
