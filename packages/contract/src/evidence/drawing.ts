import { z } from 'zod';
import { list } from '../shapes/list.ts';
import { text } from '../shapes/text.ts';
import { HexColour } from '../shapes/hex-colour.ts';

/**
 * Limits of a drawing. A drawing within them is rendered at full size in bounded time.
 *
 * - `canvasMin`, `canvasMax`: each side of the canvas
 * - `strokes`, `points`: in the whole drawing; `strokePoints`: in one stroke
 * - `textLength`, `textLengthTotal`: code points of one text, and of all texts together
 * - `sizeShare`: a stroke is at most this part of the canvas's longer side thick (a text: high)
 * - `inkShare`: all ink together, in (width + height) of the canvas; see `inkOf`
 */
export const DRAWING_LIMITS = {
  canvasMin: 100,
  canvasMax: 20_000,
  strokes: 2_000,
  points: 50_000,
  strokePoints: 5_000,
  textLength: 500,
  textLengthTotal: 4_000,
  sizeShare: 0.1,
  inkShare: 500,
} as const;

const { canvasMin, canvasMax } = DRAWING_LIMITS;

// RFC 8785 writes -0 as 0, so two drawings would share a canonical form.
const integer = (min: number, max: number) =>
  z
    .int()
    .min(min)
    .max(max)
    .refine((value) => !Object.is(value, -0), 'must not be -0');

const X = integer(-canvasMax, 2 * canvasMax).meta({ description: 'From the left', example: 412 });
const Y = integer(-canvasMax, 2 * canvasMax).meta({ description: 'From the top', example: 230 });
const Pressure = integer(0, 1000).meta({ description: 'Of the pen, in thousandths', example: 500 });
const Position = z.tuple([X, Y]);
const PenPosition = z.union([Position, z.tuple([X, Y, Pressure])], {
  error: 'must be [x, y] or [x, y, pressure], in integers of the canvas and thousandths',
});

const Color = HexColour.meta({ description: 'Red, green and blue', example: '#d92d20' });
const Size = integer(1, canvasMax * DRAWING_LIMITS.sizeShare).meta({
  description: 'Thickness, in units of the canvas; of a text its height',
  example: 6,
});

const strokeOf = <Tool extends string, Points extends z.ZodType>(tool: Tool, points: Points) =>
  z.strictObject({
    tool: z.literal(tool).meta({ description: 'With which it is drawn' }),
    color: Color,
    size: Size,
    points,
  });

const pathOf = <Point extends z.ZodType>(point: Point, isRight = isPosition) =>
  list(point, isRight)
    .min(1)
    .max(DRAWING_LIMITS.strokePoints)
    .meta({ description: 'The path, from its beginning' });
const span = (description: string) => list(Position).length(2).meta({ description });

const isInteger = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && !Object.is(value, -0) && (value as number) >= min && (value as number) <= max;
const isOfCanvas = (value: unknown): boolean => isInteger(value, -canvasMax, 2 * canvasMax);

// Checks the same as the schemas of positions, for `list`.
const isPosition = (point: unknown): boolean =>
  Array.isArray(point) && point.length === 2 && isOfCanvas(point[0]) && isOfCanvas(point[1]);
const isPenPosition = (point: unknown): boolean =>
  Array.isArray(point) && point.length === 3
    ? isOfCanvas(point[0]) && isOfCanvas(point[1]) && isInteger(point[2], 0, 1000)
    : isPosition(point);

/** The largest JSON body with a drawing: room for all the points that one may have. */
export const MAX_DRAWING_JSON_BYTES = 1024 * 1024;

/** Stroke of a tool: a path, a pair of positions, or one position with a text. */
export const DrawingStroke = z
  .discriminatedUnion('tool', [
    strokeOf('pen', pathOf(PenPosition, isPenPosition)).meta({
      id: 'PenStroke',
      description: 'Drawn freely; its thickness follows the pressure, or the speed without one',
    }),
    strokeOf('highlighter', pathOf(Position)).meta({
      id: 'HighlighterStroke',
      description: 'Drawn freely, evenly thick; what is below shows through',
    }),
    strokeOf('line', span('Both ends')).meta({ id: 'LineStroke', description: 'A straight line' }),
    strokeOf('arrow', span('The tail, and the tip')).meta({
      id: 'ArrowStroke',
      description: 'A straight line with a head at its second end',
    }),
    strokeOf('rectangle', span('Two opposite corners')).meta({
      id: 'RectangleStroke',
      description: 'The outline of a rectangle',
    }),
    strokeOf('ellipse', span('Two opposite corners of what it fits in')).meta({
      id: 'EllipseStroke',
      description: 'The outline of an ellipse',
    }),
    strokeOf('text', list(Position).length(1).meta({ description: 'Its upper left corner' }))
      .extend({
        text: text(DRAWING_LIMITS.textLength)
          .min(1)
          .meta({ description: 'May hold line breaks; is not wrapped', example: 'Crack, 3 mm' }),
      })
      .meta({ id: 'TextStroke', description: 'A text' }),
  ])
  .meta({ id: 'DrawingStroke', description: 'One stroke of a drawing' });

export type DrawingStroke = z.infer<typeof DrawingStroke>;

/**
 * A whiteboard, an annotation of a photo, or a signature, as strokes from the lowest to the topmost.
 *
 * The canvas is a grid of whole units, not of pixels: for tenths of a pixel, send a canvas ten times as
 * wide. That of an annotation has the proportions of its photo, which fills it. All numbers are integers,
 * so that the drawing has one canonical form (RFC 8785) and one hash.
 *
 * @example
 * Drawing.parse({
 *   width: 1280,
 *   height: 720,
 *   strokes: [{ tool: 'arrow', color: '#d92d20', size: 6, points: [[100, 80], [412, 230]] }],
 * });
 */
export const Drawing = z
  .strictObject({
    width: integer(canvasMin, canvasMax).meta({ description: 'Of the canvas, in its units', example: 1280 }),
    height: integer(canvasMin, canvasMax).meta({ description: 'Of the canvas, in its units', example: 720 }),
    strokes: list(DrawingStroke)
      .max(DRAWING_LIMITS.strokes)
      .meta({ description: 'In the order in which they were drawn, up to 2,000' }),
  })
  .superRefine((drawing, context) => {
    for (const issue of findExcess(drawing)) context.addIssue({ code: 'custom', ...issue });
  })
  .meta({
    id: 'Drawing',
    description: 'The strokes of a whiteboard, of an annotation or of a signature',
    example: {
      width: 1280,
      height: 720,
      strokes: [
        {
          tool: 'arrow',
          color: '#d92d20',
          size: 6,
          points: [
            [100, 80],
            [412, 230],
          ],
        },
      ],
    },
  });

export type Drawing = z.infer<typeof Drawing>;

/**
 * Measures the ink of a stroke, in units of the canvas: the way from each point to the next, along the axes, and its
 * size at every point; of a text four times its size for every character.
 *
 * @example
 * inkOf({ tool: 'line', color: '#000000', size: 5, points: [[0, 0], [30, 40]] }); // 80
 */
export const inkOf = (stroke: DrawingStroke): number => {
  if (stroke.tool === 'text') return 4 * stroke.size * lengthOf(stroke.text);
  let ink = stroke.size * stroke.points.length;
  let [beforeX, beforeY] = stroke.points[0] ?? [0, 0];
  for (const [x, y] of stroke.points) {
    ink += Math.abs(x - beforeX) + Math.abs(y - beforeY);
    [beforeX, beforeY] = [x, y];
  }
  return ink;
};

type Excess = { path: (string | number)[]; message: string };

const findExcess = ({
  width,
  height,
  strokes,
}: {
  width: number;
  height: number;
  strokes: DrawingStroke[];
}) => {
  const { points, textLengthTotal, sizeShare, inkShare } = DRAWING_LIMITS;
  const sizeMax = Math.max(width, height) * sizeShare;
  const found: Excess[] = strokes.flatMap(({ size }, index) =>
    size <= sizeMax ? [] : [{ path: ['strokes', index, 'size'], message: `must be at most ${sizeMax} here` }],
  );
  const path = ['strokes'];
  const sum = (amountOf: (stroke: DrawingStroke) => number) =>
    strokes.reduce((total, stroke) => total + amountOf(stroke), 0);
  if (sum((stroke) => stroke.points.length) > points) {
    found.push({ path, message: `must have at most ${points} points in total` });
  }
  if (sum((stroke) => (stroke.tool === 'text' ? lengthOf(stroke.text) : 0)) > textLengthTotal) {
    found.push({ path, message: `must have at most ${textLengthTotal} characters of text in total` });
  }
  if (sum(inkOf) > inkShare * (width + height)) {
    found.push({ path, message: `must be less dense: all ink at most ${inkShare} times (width + height)` });
  }
  return found;
};

const lengthOf = (value: string): number => [...value].length;
