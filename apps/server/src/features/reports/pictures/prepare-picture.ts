import sharp from 'sharp';
import type { ReportPicture } from '../input/report-input.ts';

export type PreparedPicture = { jpeg: Uint8Array; width: number; height: number; components: number };

/** 400 pixels to the inch: a ninth of a page is 54 mm wide. */
const CONTACT_SIDE = 860;
const OVERLAY_SIDE = 1600;
const QUICK = { compressionLevel: 0 };
const PIXELS_MAX = 60_000_000;

/** Null for an unreadable picture, which must not cost the report. */
export const preparePicture = async (
  picture: ReportPicture,
  size: 'full' | 'contact_sheet',
): Promise<PreparedPicture | null> => {
  const header = readJpegHeader(picture.bytes);
  const sideMax = size === 'full' ? Infinity : CONTACT_SIDE;
  if (header && Math.max(header.width, header.height) <= sideMax) return { jpeg: picture.bytes, ...header };
  return encode(picture, size);
};

/** The copy is smaller than the photo, which stands beside it as it is. */
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
      // Full colour resolution keeps a thin red line.
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

export type JpegHeader = { width: number; height: number; components: number };

const START_OF_SCAN = 0xda;
const JFIF = 0xe0;
const COMMENT = 0xfe;

/**
 * A PDF can hold such a JPEG as it is (ITU-T T.81, B.2): 8 bits, grey or three colours, no metadata but the JFIF
 * header, so no profile, no turn, no location. Null for every other JPEG.
 */
export const readJpegHeader = (bytes: Uint8Array): JpegHeader | null => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return null;
  let header: JpegHeader | null = null;
  for (let at = 2; at + 4 <= view.length;) {
    if (view[at] !== 0xff) return null;
    const marker = view[at + 1]!;
    if (marker === START_OF_SCAN) return header;
    if ((marker > JFIF && marker <= 0xef) || marker === COMMENT) return null;
    if (isFrame(marker)) header = readFrame(view, at);
    at += 2 + view.readUInt16BE(at + 2);
  }
  return null;
};

// Baseline, extended and progressive; a PDF takes no others (ISO 32000-1, 7.4.8).
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2;

const readFrame = (view: Buffer, at: number): JpegHeader | null => {
  if (at + 10 > view.length || view[at + 4] !== 8) return null;
  const [height, width, components] = [view.readUInt16BE(at + 5), view.readUInt16BE(at + 7), view[at + 9]!];
  if (width === 0 || height === 0 || ![1, 3].includes(components)) return null;
  return { width, height, components };
};
