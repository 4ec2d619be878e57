/** The chunks of a PNG by their lengths, the last perhaps cut off (PNG third edition, section 5.3). */
export function* listPngChunks(
  file: Buffer,
): Generator<{ type: string; isWhole: boolean; from: number; to: number }> {
  for (let at = 8; at + 8 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    yield { type: file.toString('latin1', at + 4, at + 8), isWhole: end <= file.length, from: at, to: end };
    at = end;
  }
}
