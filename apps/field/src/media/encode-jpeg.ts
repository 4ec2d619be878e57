export type Photo = { blob: Blob; width: number; height: number };
type Size = { width: number; height: number };

const QUALITY = 0.92;

/**
 * Limits of pixels, tried in turn. iOS silently draws nothing on a canvas of more than 2²⁴ pixels; a device short of
 * memory does so with fewer.
 */
const TRIED_PIXELS = [Infinity, 32e6, 16.7e6, 8e6, 4e6];

/**
 * The JPEG is as large as given, or as much smaller as the device and `maxBytes` demand.
 *
 * @throws {Error} where the browser has no memory for it
 */
export const encodeJpeg = async (
  picture: CanvasImageSource,
  size: Size,
  maxBytes = Infinity,
): Promise<Photo> => {
  for (const pixels of TRIED_PIXELS) {
    const fitted = fitPixels(size, pixels);
    const isTried = pixels !== Infinity && fitted.width === size.width;
    const blob = isTried ? null : await draw(picture, fitted).catch(() => null);
    if (blob && blob.size <= maxBytes && (await isWhole(blob, picture, fitted.width)))
      return { blob, ...fitted };
  }
  throw new Error('not encoded');
};

export const fitPixels = ({ width, height }: Size, maxPixels: number): Size => {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
};

const draw = async (picture: CanvasImageSource, size: Size): Promise<Blob | null> => {
  const { canvas } = paint(picture, size);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  // iOS counts the memory of each canvas until it is collected.
  Object.assign(canvas, { width: 0, height: 0 });
  return blob;
};

const paint = (picture: CanvasImageSource, { width, height }: Size): CanvasRenderingContext2D => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d')!;
  drawing.drawImage(picture, 0, 0, width, height);
  return drawing;
};

/** A whole picture is as wide as it was drawn, and black only if the original is. */
const isWhole = async (blob: Blob, picture: CanvasImageSource, width: number): Promise<boolean> => {
  const encoded = await createImageBitmap(blob).catch(() => undefined);
  if (!encoded) return false;
  const isEncoded = encoded.width === width && (!isBlack(encoded) || isBlack(picture));
  encoded.close();
  return isEncoded;
};

const SIDE = 32;
/** JPEG makes black a little brighter. */
const BLACK_MAX = 8;

const isBlack = (picture: CanvasImageSource): boolean => {
  const { data } = paint(picture, { width: SIDE, height: SIDE }).getImageData(0, 0, SIDE, SIDE);
  // Every fourth value is the opacity.
  return data.every((value, index) => index % 4 === 3 || value <= BLACK_MAX);
};
