import type { Drawing } from '@field-inspection/contract';
import type { DrawingExport } from '../rendering/compose-svg.ts';
import { runInDrawingThread } from '../rendering/run-in-drawing-thread.ts';

/**
 * The export of a drawing as SVG: a whiteboard, or an annotation over its photo, and below it the stamp with
 * the time and the hash. The same drawing gives the same bytes. A browser that shows it runs and fetches
 * nothing.
 */
export const renderDrawingSvg = (drawing: Drawing, settings: DrawingExport): Promise<string> =>
  runInDrawingThread({ kind: 'svg', drawing, settings });
