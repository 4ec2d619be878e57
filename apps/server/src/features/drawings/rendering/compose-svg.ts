import {
  formatNumber,
  shapeEdge,
  shapeStroke,
  type StrokeShape,
  textEdgeOf,
} from '@field-inspection/drawing';
import { createHash } from 'node:crypto';
import type { Drawing, DrawingStroke } from '@field-inspection/contract';
import { canonicalizeJson } from '@field-inspection/evidence';
import { Resvg } from '@resvg/resvg-js';
import { layOutPage, wrapStamp, type Page } from './lay-out-page.ts';
import { outlineTexts } from './outline-texts.ts';

export type DrawingExport = {
  lines: readonly string[];
  capturedAt: Date;
  /** A JPEG or a PNG, upright. It fills the canvas, undistorted. */
  background?: Uint8Array;
};

export const composeSvg = (drawing: Drawing, { lines, capturedAt, background }: DrawingExport): string => {
  const stamp = [...lines, capturedAt.toISOString(), `SHA-256 ${hashDrawing(drawing)}`].flatMap(wrapStamp);
  const page = layOutPage(drawing, stamp.length);
  const { width, height } = page;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<path fill="#ffffff" d="M0 0H${width}V${height}H0Z"/>`,
    ...(background ? [embedPicture(background, page.canvas)] : []),
    ...drawStrokes(drawing.strokes, { scale: page.scale, isOnPhoto: background !== undefined }),
    drawMargin(page),
    ...outlineTexts([{ ...page.stamp, text: stamp.join('\n') }]).map((data) => `<path d="${data}"/>`),
    '</svg>',
  ].join('\n');
};

export const rasteriseSvg = (svg: string): Buffer =>
  new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();

/** Gives four bytes a pixel, all opaque. A JPEG made of them needs no PNG first: 60 ms instead of 160. */
export const rasterisePixels = (svg: string): DrawingPixels => {
  const { pixels, width, height } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return { pixels, width, height };
};

export type DrawingPixels = { pixels: Uint8Array; width: number; height: number };

export const hashDrawing = (drawing: Drawing): string =>
  createHash('sha256').update(canonicalizeJson(drawing)).digest('hex');

const embedPicture = (bytes: Uint8Array, { width, height }: Page['canvas']): string => {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return `<image width="${width}" height="${height}" href="data:${mimeOf(bytes)};base64,${base64}"/>`;
};

const mimeOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return 'image/png';
  throw new TypeError('The background must be a JPEG or a PNG: give the display version of the photo.');
};

type Ground = { scale: number; isOnPhoto: boolean };

const drawStrokes = (strokes: readonly DrawingStroke[], ground: Ground): string[] => {
  const texts = strokes.filter((stroke) => stroke.tool === 'text');
  const outlines = outlineTexts(texts.map((stroke) => placeText(stroke, ground.scale))).values();
  return strokes.flatMap((stroke) =>
    stroke.tool === 'text'
      ? drawText(stroke, outlines.next().value ?? '', ground)
      : drawStroke(stroke, ground),
  );
};

const drawText = ({ color, size }: Text, data: string, { scale, isOnPhoto }: Ground): string[] => {
  const edge = textEdgeOf({ color, size: size * scale });
  return [
    ...(isOnPhoto ? [writeShape({ kind: 'way', opacity: 1, data, ...edge })] : []),
    `<path fill="${color}" d="${data}"/>`,
  ];
};

type Text = Extract<DrawingStroke, { tool: 'text' }>;

const placeText = ({ text, size, points }: Text, scale: number) => {
  const [x, y] = points[0] ?? [0, 0];
  return { text, x: x * scale, y: y * scale, size: size * scale };
};

// The margin is drawn over the strokes, so that no stroke reaches the stamp.
const drawMargin = ({ width, height, canvas }: Page): string =>
  '<path fill="#ffffff" stroke="#b8b8b8" fill-rule="evenodd"' +
  ` d="M0 0H${width}V${height}H0ZM0 0H${canvas.width}V${canvas.height}H0Z"/>`;

const drawStroke = (
  stroke: Exclude<DrawingStroke, { tool: 'text' }>,
  { scale, isOnPhoto }: Ground,
): string[] =>
  [...(isOnPhoto ? shapeEdge(stroke, scale) : []), ...shapeStroke(stroke, scale)].map(writeShape);

const writeShape = (shape: StrokeShape): string => {
  switch (shape.kind) {
    case 'area':
      return `<path fill="${shape.color}" d="${shape.data}"/>`;
    case 'way':
      return (
        `<path fill="none" stroke="${shape.color}" stroke-opacity="${shape.opacity}"` +
        ` stroke-width="${formatNumber(shape.width)}" stroke-linecap="round" stroke-linejoin="round" d="${shape.data}"/>`
      );
    case 'dot':
      return (
        `<circle fill="${shape.color}" fill-opacity="${shape.opacity}"` +
        ` cx="${formatNumber(shape.x)}" cy="${formatNumber(shape.y)}" r="${formatNumber(shape.radius)}"/>`
      );
  }
};
