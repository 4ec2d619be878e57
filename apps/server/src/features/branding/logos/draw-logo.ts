import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { hasTangledExif } from '../../../platform/decoding/judge-exif.ts';
import { judgeSvg } from './judge-svg.ts';
import { countLayers } from './count-layers.ts';
import { readElements } from './read-elements.ts';

export type LogoOrder = { image: string };

export type LogoOutcome =
  { ok: false; message: string } | { ok: true; png: string; width: number; height: number };

export const MAX_LOGO_PIXELS = 16_000_000;
const MAX_SIDE = 1024;
/** The most bytes of a logo that is kept and mailed; a larger one is drawn smaller. */
const MAX_PNG_BYTES = 256 * 1024;

/** Draws a logo anew, so that only its looks are kept of the bytes that were sent. */
export const drawLogo = async ({ image }: LogoOrder): Promise<LogoOutcome> => {
  const bytes = Buffer.from(image, 'base64');
  const picture = isRaster(bytes) ? judgeRaster(bytes) : drawSvg(bytes);
  if (typeof picture === 'string') return { ok: false, message: picture };
  try {
    // Only the header is read, so that the size is known before a pixel is decoded.
    const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata();
    if (width * height > MAX_LOGO_PIXELS)
      return {
        ok: false,
        message: `The logo has ${width} × ${height} pixels: send one of at most 16 megapixels.`,
      };
    return await fit(picture);
  } catch {
    return { ok: false, message: 'The logo is damaged. Export it again.' };
  }
};

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');

const isRaster = (bytes: Buffer): boolean =>
  [PNG, JPEG].some((start) => bytes.subarray(0, start.length).equals(start));

const judgeRaster = (bytes: Buffer): Buffer | string =>
  hasTangledExif(bytes) ? 'The EXIF block of the logo leads into itself. Send the logo without it.' : bytes;

const open = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'error', limitInputPixels: MAX_LOGO_PIXELS, pages: 1 });

const drawSvg = (bytes: Buffer): Buffer | string => {
  if (!/<svg[\s>]/.test(bytes.toString('latin1'))) return 'The logo must be a PNG, a JPEG or an SVG.';
  const fault = judgeSvg(bytes);
  if (fault) return fault;
  const source = bytes.toString('utf8');
  const font = { loadSystemFonts: false };
  try {
    const resvg = new Resvg(source, { font });
    const { width, height } = resvg;
    if (!(width > 0 && height > 0) || Math.max(width, height) / Math.min(width, height) > 50)
      return 'The SVG must have a width and a height, neither more than 50 times the other.';
    const heavy = judgeDrawing(resvg.toString());
    if (heavy) return heavy;
    const fitTo =
      width >= height
        ? { mode: 'width' as const, value: MAX_SIDE }
        : { mode: 'height' as const, value: MAX_SIDE };
    return new Resvg(source, { font, fitTo }).render().asPng();
  } catch {
    return 'The SVG can not be read. Save it as a plain SVG.';
  }
};

// At the last side every picture takes less than MAX_PNG_BYTES.
const SIDES = [MAX_SIDE, 512, 240];

const fit = async (picture: Buffer): Promise<LogoOutcome> => {
  for (const side of SIDES) {
    const { data, info } = await open(picture)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    if (data.length <= MAX_PNG_BYTES)
      return { ok: true, png: data.toString('base64'), width: info.width, height: info.height };
  }
  return { ok: false, message: 'The logo is too large when it is drawn. Send a simpler one.' };
};

/** The elements that resvg writes for shapes and gradients. A style can add a filter, too: `filter: blur(9px)`. */
const DRAWN = new Set([
  'svg', 'defs', 'g', 'path', 'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask',
]); // prettier-ignore

/** Each open layer is a picture of up to 4 MiB while its content is drawn. */
const MAX_OPEN_LAYERS = 24;
/** Each layer takes some milliseconds. A mask counts wherever it is used. */
const MAX_LAYERS = 500;

/**
 * Judges an SVG that resvg has read and not drawn: styles are attributes by then, and `<use>` is written out. The
 * layers of masks and clips that refer to each other grow as a power of their number.
 */
const judgeDrawing = (simplified: string): string | undefined => {
  const elements = readElements(simplified);
  if (!elements?.length) return 'The SVG can not be read. Save it as a plain SVG.';
  if (elements.some(({ local }) => local === 'filter'))
    return 'An SVG may hold no filters. Take them out of its styles, or send it as a PNG.';
  if (!elements.every(({ local }) => DRAWN.has(local)))
    return 'An SVG may hold shapes and gradients only. Save it as a plain SVG.';
  const { open, all } = countLayers(elements);
  return open > MAX_OPEN_LAYERS || all > MAX_LAYERS
    ? 'An SVG may hold few masks, clips and transparent groups, and few in each other. Simplify it, or send it as a PNG.'
    : undefined;
};
