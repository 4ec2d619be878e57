import type { DrawingStroke } from '@field-inspection/contract';
import { formatNumber } from './format-number.ts';
import { outlinePen, type PenPoint } from './outline-pen.ts';

type Point = readonly [x: number, y: number];

export type StrokeShape =
  | { kind: 'area'; color: string; data: string }
  | { kind: 'way'; color: string; opacity: number; width: number; data: string }
  | { kind: 'dot'; color: string; opacity: number; x: number; y: number; radius: number };

/** `scale` is the number of pixels in a unit of the canvas. */
export const shapeStroke = (
  stroke: Exclude<DrawingStroke, { tool: 'text' }>,
  scale: number,
): StrokeShape[] => {
  const size = stroke.size * scale;
  const points = stroke.points.map(([x, y]): Point => [x * scale, y * scale]);
  const [from = [0, 0], to = from] = points;
  if (points.every(([x, y]) => x === from[0] && y === from[1])) return [shapeDot(stroke, from, size)];
  const way = (data: string): StrokeShape[] => [{ kind: 'way', ...lookOf(stroke), width: size, data }];
  switch (stroke.tool) {
    case 'pen':
      return outlinePen(penPointsOf(stroke, scale), size).map((data) => ({
        kind: 'area',
        color: stroke.color,
        data,
      }));
    case 'highlighter':
      return way(joinPoints(points));
    case 'line':
      return way(joinPoints([from, to]));
    case 'arrow':
      return way(joinPoints([from, to]) + joinPoints(headOf(from, to, size)));
    case 'rectangle':
      return way(`${joinPoints([from, [to[0], from[1]], to, [from[0], to[1]]])}Z`);
    case 'ellipse':
      return way(drawEllipse(from, to));
  }
};

const penPointsOf = ({ points }: Extract<DrawingStroke, { tool: 'pen' }>, scale: number): PenPoint[] =>
  points.map(([x, y, pressure]) => [
    x * scale,
    y * scale,
    pressure === undefined ? undefined : pressure / 1000,
  ]);

type Look = { tool: DrawingStroke['tool']; color: string };

const opacityOf = ({ tool }: Look): number => (tool === 'highlighter' ? 0.4 : 1);

const lookOf = (look: Look) => ({ color: look.color, opacity: opacityOf(look) });

// A tap is drawn as a dot, since renderers disagree about a line of no length.
const shapeDot = (look: Look, [x, y]: Point, size: number): StrokeShape => ({
  kind: 'dot',
  ...lookOf(look),
  x,
  y,
  radius: size / 2,
});

const joinPoints = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${formatNumber(x)} ${formatNumber(y)}`).join('L')}`;

/** Two barbs, 30° off the shaft and never longer than it. */
const headOf = (tail: Point, tip: Point, size: number): Point[] => {
  const [dx, dy] = [tail[0] - tip[0], tail[1] - tip[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  const share = Math.min(1, (5 * size) / length);
  const [along, across] = [share * Math.sqrt(0.75), share * 0.5];
  return [
    [tip[0] + along * dx - across * dy, tip[1] + along * dy + across * dx],
    tip,
    [tip[0] + along * dx + across * dy, tip[1] + along * dy - across * dx],
  ];
};

const drawEllipse = (from: Point, to: Point): string => {
  const [width, height] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
  if (width === 0 || height === 0) return joinPoints([from, to]);
  const radii = `${formatNumber(width / 2)} ${formatNumber(height / 2)}`;
  const [left, right, middle] = [from[0], to[0], (from[1] + to[1]) / 2].map(formatNumber);
  return `M${left} ${middle}A${radii} 0 0 1 ${right} ${middle}A${radii} 0 0 1 ${left} ${middle}Z`;
};
