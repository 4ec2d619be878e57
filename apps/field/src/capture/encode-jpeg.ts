const QUALITY = 0.92;

/**
 * A picture as JPEG, of the size that is given.
 *
 * @throws {Error} where the browser has no memory for it
 */
export const encodeJpeg = async (
  picture: CanvasImageSource,
  { width, height }: { width: number; height: number },
): Promise<Blob> => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')!.drawImage(picture, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('the picture could not be encoded');
  return blob;
};
