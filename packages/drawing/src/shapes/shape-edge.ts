import type { DrawingStroke } from '@field-inspection/contract';
import { shapeStroke, type StrokeShape } from './shape-stroke.ts';

const DARK = '#1f2937';
const WHITE = '#ffffff';

/** Share of a stroke's size, and of a text's: the letters' own lines are thinner than their size. */
const STROKE_SHARE = 0.3;
const TEXT_SHARE = 0.06;

/** From 0 to 255. A colour brighter than this has a dark edge. */
const BRIGHT = 150;

/**
 * A stroke on a photo has an edge of the other brightness below it: red words could not be read on red tiles.
 *
 * @param scale pixels in a unit of the canvas
 */
export const shapeEdge = (stroke: Exclude<DrawingStroke, { tool: 'text' }>, scale: number): StrokeShape[] => {
  // A highlighter lets the photo through, and an edge below it would not.
  if (stroke.tool === 'highlighter') return [];
  const color = edgeColorOf(stroke.color);
  const wider = 2 * stroke.size * STROKE_SHARE;
  // To draw a line around the outline of a dense pen would take four times as long as a broader pen.
  if (stroke.tool === 'pen') return shapeStroke({ ...stroke, color, size: stroke.size + wider }, scale);
  return shapeStroke(stroke, scale).map((shape) => widen(shape, color, wider * scale));
};

/** The line around a text's letters. Half of its width lies below them. */
export const textEdgeOf = ({ color, size }: { color: string; size: number }) => ({
  color: edgeColorOf(color),
  width: 2 * size * TEXT_SHARE,
});

/** The barbs of a broader arrow would be longer, too, so what is drawn is widened as it is. */
const widen = (shape: StrokeShape, color: string, wider: number): StrokeShape => {
  if (shape.kind === 'dot') return { ...shape, color, radius: shape.radius + wider / 2 };
  return shape.kind === 'way' ? { ...shape, color, width: shape.width + wider } : { ...shape, color };
};

const edgeColorOf = (color: string): string => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  // The weights of ITU-R BT.601: a bright green looks brighter than a bright blue.
  return 0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT ? DARK : WHITE;
};
