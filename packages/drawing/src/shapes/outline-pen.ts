import { getStroke } from 'perfect-freehand';

export type PenPoint = readonly [x: number, y: number, pressure?: number | undefined];

/** Devices that show a stroke while it is drawn use the same look. */
const PEN = { thinning: 0.5, smoothing: 0.5, streamline: 0.5, last: true } as const;

/**
 * A renderer's work grows with the square of an outline's overlapping corners (20 000 took 3 s), so a long stroke is
 * drawn in pieces.
 */
const PIECE = 1000;
/** Points repeated from the piece before: the thickness follows the speed, and settles within them. */
const LEAD_IN = 150;

/** Without pressure, the speed makes the stroke thick and thin. */
export const outlinePen = (points: readonly PenPoint[], size: number): string[] => {
  const simulatePressure = points.every(([, , pressure]) => pressure === undefined);
  return cutIntoPieces(thin(points, Math.max(1, size / 8))).map((piece) => {
    const input = piece.map(([x, y, pressure]) => [x, y, pressure ?? 0.5]);
    const outline = getStroke(input, { ...PEN, size, simulatePressure });
    return writeClosedCurve(thin(outline, Math.max(0.5, size / 6)));
  });
};

const cutIntoPieces = (points: readonly PenPoint[]): (readonly PenPoint[])[] =>
  Array.from({ length: Math.max(1, Math.ceil((points.length - 1) / PIECE)) }, (_, index) =>
    points.slice(Math.max(0, index * PIECE - LEAD_IN), (index + 1) * PIECE + 1),
  );

type Corner = readonly [x: number, y: number, ...unknown[]];

// perfect-freehand gives each turn of a slow hand 26 corners, most of them closer together than anyone sees: those are
// left out.
const thin = <Point extends Corner>(points: readonly Point[], step: number): Point[] => {
  let last: Point | undefined;
  return points.filter((point, index) => {
    const near = last && Math.abs(point[0] - last[0]) < step && Math.abs(point[1] - last[1]) < step;
    if (near && index < points.length - 1) return false;
    last = point;
    return true;
  });
};

const writeClosedCurve = (corners: readonly Corner[]): string => {
  const [first] = corners;
  if (!first) return '';
  const middles = corners.map((corner, index) => {
    const next = corners[index + 1] ?? first;
    return [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2] as const;
  });
  const curves = corners.map((corner, index) => `${write(corner)} ${write(middles[index] ?? corner)}`);
  return `M${write(middles.at(-1) ?? first)}Q${curves.join(' ')}Z`;
};

const write = ([x, y]: Corner): string => `${roundToTenth(x)} ${roundToTenth(y)}`;

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
