/** One DER value (ITU-T X.690, section 10.1) of a tag and the bytes of what is inside. */
export function writeDer(tag: number, ...contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const header = [tag, ...writeLength(length)];
  const der = new Uint8Array(header.length + length);
  der.set(header);

  let offset = header.length;
  for (const content of contents) {
    der.set(content, offset);
    offset += content.byteLength;
  }
  return der;
}

function writeLength(length: number): number[] {
  if (length < 0x80) return [length];

  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return [0x80 + digits.length, ...digits];
}
