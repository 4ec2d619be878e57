/**
 * Reads the characters that a TrueType font has a glyph for, by its cmap (OpenType 1.9, subtables of format 4 and 12).
 *
 * @throws when the font has none of the two
 */
export const readCodePoints = (font: Buffer): Set<number> => {
  const cmap = findTable(font, 'cmap').offset;
  const count = font.readUInt16BE(cmap + 2);
  const subtables = Array.from({ length: count }, (_, i) => cmap + font.readUInt32BE(cmap + 8 + 8 * i));
  const wide = subtables.find((at) => font.readUInt16BE(at) === 12);
  if (wide !== undefined) return readFormat12(font, wide);
  const narrow = subtables.find((at) => font.readUInt16BE(at) === 4);
  if (narrow !== undefined) return readFormat4(font, narrow);
  throw new Error('The font has no cmap of format 4 or 12.');
};

export const findTable = (font: Buffer, tag: string): { offset: number; length: number } => {
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const record = 12 + 16 * i;
    if (font.toString('latin1', record, record + 4) !== tag) continue;
    return { offset: font.readUInt32BE(record + 8), length: font.readUInt32BE(record + 12) };
  }
  throw new Error(`The font has no table ${tag}.`);
};

const readFormat12 = (font: Buffer, at: number): Set<number> => {
  const points = new Set<number>();
  for (let i = 0; i < font.readUInt32BE(at + 12); i++) {
    const group = at + 16 + 12 * i;
    const glyph = font.readUInt32BE(group + 8);
    const [first, last] = [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
    for (let point = first; point <= last; point++) if (glyph + point - first !== 0) points.add(point);
  }
  return points;
};

const readFormat4 = (font: Buffer, at: number): Set<number> => {
  const points = new Set<number>();
  const doubled = font.readUInt16BE(at + 6);
  for (let i = 0; i < doubled; i += 2) {
    const last = font.readUInt16BE(at + 14 + i);
    const first = font.readUInt16BE(at + 16 + doubled + i);
    const delta = font.readUInt16BE(at + 16 + 2 * doubled + i);
    const rangeAt = at + 16 + 3 * doubled + i;
    const range = font.readUInt16BE(rangeAt);
    for (let point = first; point <= last && point < 0xffff; point++) {
      const glyph = range === 0 ? point + delta : font.readUInt16BE(rangeAt + range + 2 * (point - first));
      if ((glyph & 0xffff) !== 0) points.add(point);
    }
  }
  return points;
};
