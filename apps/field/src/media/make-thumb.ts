const EDGE = 192;

/** Gives a small JPEG, or undefined where the browser can't decode the photo: it is then shown without. */
export const makeThumb = async (photo: Blob): Promise<ArrayBuffer | undefined> => {
  try {
    const bitmap = await createImageBitmap(photo);
    const scale = EDGE / Math.min(bitmap.width, bitmap.height);
    const canvas = Object.assign(document.createElement('canvas'), { width: EDGE, height: EDGE });
    const width = bitmap.width * scale;
    const height = bitmap.height * scale;
    canvas.getContext('2d')!.drawImage(bitmap, (EDGE - width) / 2, (EDGE - height) / 2, width, height);
    bitmap.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.7));
    return await small?.arrayBuffer();
  } catch {
    return undefined;
  }
};
