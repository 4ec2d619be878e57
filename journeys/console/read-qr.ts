import type { Locator } from 'playwright-core';
import decodeQR from 'qr/decode.js';

/** As a phone's camera reads it from the screen. */
export const readQr = async (drawn: Locator): Promise<string> => {
  const screenshot = (await drawn.screenshot()).toString('base64');
  const blank = await drawn.page().context().newPage();
  const { width, height, data } = await blank.evaluate<{ width: number; height: number; data: number[] }>(
    `(async () => {
    const png = await fetch('data:image/png;base64,${screenshot}');
    const picture = await createImageBitmap(await png.blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    canvas.drawImage(picture, 0, 0);
    const { width, height, data } = canvas.getImageData(0, 0, picture.width, picture.height);
    return { width, height, data: [...data] };
  })()`,
  );
  await blank.close();
  return decodeQR({ width, height, data: Uint8Array.from(data) });
};
