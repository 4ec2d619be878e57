/** Pixels of the longer side. */
const LONGER = 2400;

/** A file of what an SVG of the page shows; `photo` is what its image shows. */
export const drawPicture = async (shown: SVGSVGElement, photo: Blob | undefined): Promise<Blob> => {
  const svg = shown.cloneNode(true) as SVGSVGElement;
  const { width, height } = shown.viewBox.baseVal;
  const scale = LONGER / Math.max(width, height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  for (const [side, pixels] of Object.entries(size)) svg.setAttribute(side, String(pixels));
  // An image may not show what is not in it.
  if (photo) svg.querySelector('image')?.setAttribute('href', await readDataUrl(photo));
  const file = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
  // Not every browser draws an SVG that has a photo in it; the file shows the same.
  return toPng(file, size).catch(() => file);
};

const toPng = async (svg: Blob, { width, height }: { width: number; height: number }): Promise<Blob> => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const picture = new Image();
  const url = URL.createObjectURL(svg);
  picture.src = url;
  await picture.decode().finally(() => URL.revokeObjectURL(url));
  canvas.getContext('2d')!.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the browser made no picture')))),
  );
};

const readDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
