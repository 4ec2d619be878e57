/** Pixels of the longer side. */
const LONGER = 2400;

/** A picture of what an SVG of the page shows, above the photo that its image shows, where it has one. */
export const drawPicture = async (shown: SVGSVGElement, photo: Blob | undefined): Promise<Blob> => {
  const svg = shown.cloneNode(true) as SVGSVGElement;
  const { width, height } = shown.viewBox.baseVal;
  const scale = LONGER / Math.max(width, height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  for (const [side, pixels] of Object.entries(size)) svg.setAttribute(side, String(pixels));
  // Some browsers leave out what an SVG brings from elsewhere: the photo is drawn by itself.
  if (photo) for (const below of svg.querySelectorAll('rect, image')) below.remove();
  const file = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d')!;
  if (photo) context.drawImage(await createImageBitmap(photo), 0, 0, size.width, size.height);
  context.drawImage(await openPicture(file), 0, 0, size.width, size.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the browser made no picture')))),
  );
};

const openPicture = async (file: Blob): Promise<HTMLImageElement> => {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  await picture.decode().finally(() => URL.revokeObjectURL(picture.src));
  return picture;
};
