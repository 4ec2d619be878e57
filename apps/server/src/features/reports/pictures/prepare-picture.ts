import sharp from 'sharp';
import type { ReportPicture } from '../input/report-input.ts';
import { readJpegHeader } from './read-jpeg-header.ts';

export type PreparedPicture = { jpeg: Uint8Array; width: number; height: number; components: number };

/** A ninth of a page is 54 mm wide; this is 400 pixels to the inch. */
const CONTACT_SIDE = 860;
/** 250 pixels to the inch where it is widest. */
const OVERLAY_SIDE = 1600;
const QUICK = { compressionLevel: 0 };
const PIXELS_MAX = 60_000_000;

/**
 * A picture as JPEG for the PDF: as it came where it is plain, or else upright, in sRGB, on white and without
 * what stood beside its pixels. Null where it can't be read, so that one bad picture does not cost the report.
 */
export const preparePicture = async (
  picture: ReportPicture,
  size: 'full' | 'contact_sheet',
): Promise<PreparedPicture | null> => {
  const header = readJpegHeader(picture.bytes);
  const sideMax = size === 'full' ? Infinity : CONTACT_SIDE;
  if (header && Math.max(header.width, header.height) <= sideMax) return { jpeg: picture.bytes, ...header };
  return encode(picture, size);
};

/** A copy of the photo with the strokes over it. Smaller than the photo, which stands beside it as it is. */
export const overlayPicture = async (
  photo: ReportPicture,
  strokes: ReportPicture,
): Promise<ReportPicture | null> => {
  try {
    const { data, info } = await open(photo)
      .autoOrient()
      .resize({ width: OVERLAY_SIDE, height: OVERLAY_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const input = await open(strokes).resize({ width, height, fit: 'fill' }).png(QUICK).toBuffer();
    const bytes = await sharp(data, { raw: info })
      .composite([{ input }])
      // Without halving the colours: a thin red line stays a thin red line.
      .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
      .toBuffer();
    return { bytes, mime: 'image/jpeg' };
  } catch {
    return null;
  }
};

const encode = async (
  picture: ReportPicture,
  size: 'full' | 'contact_sheet',
): Promise<PreparedPicture | null> => {
  const side = size === 'full' ? 2048 : CONTACT_SIDE;
  try {
    const { data, info } = await open(picture)
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 88, chromaSubsampling: picture.mime === 'image/png' ? '4:4:4' : '4:2:0' })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height, components: info.channels };
  } catch {
    return null;
  }
};

const open = ({ bytes }: ReportPicture) => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' });
