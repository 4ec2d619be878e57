import type { ReportLocation, ReportPhoto } from '../input/report-input.ts';
import type { Words } from '../words/write-words.ts';

/** Millimetres of the printed sketch. */
const WIDTH = 66;
const HEIGHT = 46;
const MARGIN = 9;
/** Millimetres between two marks: nearer ones become one. */
const APART = 8;

const METRES_PER_DEGREE = 111_320;
/** Metres across that are always shown, so that one place is not drawn as if it were known to the millimetre. */
const SPAN_MIN = 30;
/** Metres: on a flat sketch of more than this, directions would not be true. */
const SPAN_MAX = 100_000;

type Spot = { x: number; y: number; radius: number; label: string };
type Line = { at: number; label: string; isNamed: boolean };

export type LocationSketch = {
  width: number;
  height: number;
  spots: Spot[];
  meridians: Line[];
  parallels: Line[];
  bar: { length: number; label: string };
  alt: string;
  caption: string;
};

/**
 * Draws where photos were taken, with north at the top, a bar of scale and a net of degrees. Nothing lies below it: a map
 * would be fetched from somebody who then knows the place. Null without places, and where they are too far apart.
 */
export const composeLocationSketch = (photos: ReportPhoto[], words: Words): LocationSketch | null => {
  const placed = photos.flatMap(({ location }, index) =>
    location ? [{ ...location, number: index + 1 }] : [],
  );
  const [first] = placed;
  if (!first) return null;
  const plane = laysFlat(first);
  const points = placed.map((location) => ({ ...plane.project(location), ...location }));
  const frame = fitFrame(points);
  if (frame.span > SPAN_MAX) return null;
  const caption = words.say('place.sketch');
  return {
    width: WIDTH,
    height: HEIGHT,
    spots: markSpots(points, frame, words),
    ...netOfDegrees(plane, frame),
    bar: measureBar(frame.scale),
    alt: caption,
    caption,
  };
};

type Plane = ReturnType<typeof laysFlat>;

/** Metres east and north of an origin; the sphere is flat within a town. */
const laysFlat = (origin: ReportLocation) => {
  const perLon = METRES_PER_DEGREE * Math.max(0.01, Math.cos((origin.lat * Math.PI) / 180));
  return {
    project: ({ lat, lon }: ReportLocation) => ({
      east: wrapDegrees(lon - origin.lon) * perLon,
      north: (lat - origin.lat) * METRES_PER_DEGREE,
    }),
    lonOf: (east: number) => origin.lon + east / perLon,
    latOf: (north: number) => origin.lat + north / METRES_PER_DEGREE,
  };
};

/** 181 degrees east are 179 degrees west. */
const wrapDegrees = (degrees: number): number => ((degrees + 540) % 360) - 180;

type Point = ReportLocation & { east: number; north: number; number: number };

type Frame = {
  span: number;
  scale: number;
  toX: (east: number) => number;
  toY: (north: number) => number;
  west: number;
  south: number;
};

const fitFrame = (points: Point[]): Frame => {
  const easts = rangeOf(points.map(({ east, accuracy }) => [east, accuracy ?? 0]));
  const norths = rangeOf(points.map(({ north, accuracy }) => [north, accuracy ?? 0]));
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(SPAN_MIN, easts.max - easts.min),
    (HEIGHT - 2 * MARGIN) / Math.max(SPAN_MIN, norths.max - norths.min),
  );
  const [east, north] = [(easts.min + easts.max) / 2, (norths.min + norths.max) / 2];
  return {
    span: Math.max(easts.max - easts.min, norths.max - norths.min),
    scale,
    toX: (of) => WIDTH / 2 + (of - east) * scale,
    toY: (of) => HEIGHT / 2 - (of - north) * scale,
    west: east - WIDTH / 2 / scale,
    south: north - HEIGHT / 2 / scale,
  };
};

const rangeOf = (spans: [centre: number, radius: number][]) => ({
  min: spans.reduce((min, [centre, radius]) => Math.min(min, centre - radius), Infinity),
  max: spans.reduce((max, [centre, radius]) => Math.max(max, centre + radius), -Infinity),
});

/** The sketch has room for some fifty marks, whatever the number of photos. */
const markSpots = (points: Point[], { scale, toX, toY }: Frame, words: Words): Spot[] => {
  const spots: { x: number; y: number; radius: number; numbers: number[] }[] = [];
  for (const { east, north, accuracy, number } of points) {
    const [x, y, radius] = [toX(east), toY(north), (accuracy ?? 0) * scale];
    const near = spots.find((spot) => Math.hypot(spot.x - x, spot.y - y) < APART);
    if (!near) spots.push({ x, y, radius, numbers: [number] });
    else {
      near.numbers.push(number);
      near.radius = Math.max(near.radius, radius);
    }
  }
  return spots.map(({ numbers, ...spot }) => ({ ...roundAll(spot), label: listNumbers(numbers, words) }));
};

const RANGES_MAX = 3;

/** Such as 1–3, 7. */
const listNumbers = (numbers: number[], words: Words): string => {
  const ranges: [from: number, to: number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges
    .slice(0, RANGES_MAX)
    .map(([from, to]) => (from === to ? words.number(from) : `${words.number(from)}–${words.number(to)}`));
  return [...shown, ...(ranges.length > RANGES_MAX ? ['…'] : [])].join(', ');
};

const netOfDegrees = ({ lonOf, latOf }: Plane, frame: Frame) => {
  const east = frame.west + WIDTH / frame.scale;
  const north = frame.south + HEIGHT / frame.scale;
  return {
    meridians: linesBetween(lonOf(frame.west), lonOf(east)).map(({ share, degrees, digits }) => {
      const at = round(share * WIDTH);
      const label = `${wrapDegrees(degrees).toFixed(digits)}°`;
      return { at, label, isNamed: at < WIDTH - LABEL_WIDTH };
    }),
    parallels: linesBetween(latOf(frame.south), latOf(north))
      .map(({ share, degrees, digits }) => {
        const at = round((1 - share) * HEIGHT);
        return { at, label: `${degrees.toFixed(digits)}°`, isNamed: at < HEIGHT - BAR_HEIGHT };
      })
      .filter(({ at }) => at > LABEL_HEIGHT),
  };
};

/** Millimetres. Nothing cuts a label: one by the frame, the arrow or the bar is left out, and a line through them, too. */
const LABEL_WIDTH = 16;
const LABEL_HEIGHT = 5;
const BAR_HEIGHT = 8;

const LINES_WANTED = 2;

type NetLine = { share: number; degrees: number; digits: number };

const linesBetween = (from: number, to: number): NetLine[] => {
  const step = niceBelow((to - from) / LINES_WANTED);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const degrees = (first + index) * step;
    return { share: (degrees - from) / (to - from), degrees, digits };
  });
};

/** 1, 2 or 5 times a power of ten. */
const niceBelow = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(most));
  return ([5, 2].find((digit) => digit * power <= most) ?? 1) * power;
};

/** Millimetres that the bar has at most. */
const BAR_MAX = 22;

const measureBar = (scale: number) => {
  const metres = niceBelow(BAR_MAX / scale);
  const label = metres >= 1000 ? `${metres / 1000} km` : `${metres} m`;
  return { length: round(metres * scale), label };
};

const round = (value: number): number => Math.round(value * 1000) / 1000;

const roundAll = <Of extends Record<string, number>>(of: Of): Of =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, round(value)])) as Of;
