/** Base64 whose only freedom is white space between its letters; undefined for any other text. */
export const decodeBase64 = (text: string): Buffer<ArrayBuffer> | undefined => {
  const letters = text.replace(/[\t\n\r ]/g, '');
  const bytes = Buffer.from(letters, 'base64');
  return bytes.toString('base64') === letters ? bytes : undefined;
};
