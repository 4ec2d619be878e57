/** An `image` element that carries its bytes, so that the SVG needs nothing else. */
export const embedPicture = (bytes: Uint8Array, { width, height }: { width: number; height: number }) =>
  `<image width="${width}" height="${height}" href="data:${mimeOf(bytes)};base64,${toBase64(bytes)}"/>`;

const toBase64 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

const mimeOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return 'image/png';
  throw new TypeError('The background must be a JPEG or a PNG: give the display version of the photo.');
};
