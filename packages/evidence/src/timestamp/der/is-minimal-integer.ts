/** X.690, section 8.3.2: at least one byte, and the first nine bits not all alike. */
export function isMinimalInteger(content: Uint8Array): boolean {
  const [first, second] = content;
  if (first === undefined) return false;
  if (second === undefined) return true;
  return !(first === 0x00 && second < 0x80) && !(first === 0xff && second >= 0x80);
}
