import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Typst also finds the host's fonts, and another Noto Sans could win: these get a name that no other font has. */
export const houseFonts = (): { files: Buffer[]; families: Set<number>[] } => {
  loaded ??= load();
  return loaded;
};

let loaded: ReturnType<typeof houseFonts> | undefined;

/** -1 when no family has the whole of a cluster; the number is the family's place in that order. */
export const findFamily = (cluster: string): number =>
  houseFonts().families.findIndex((_, family) => hasFamily(family, cluster));

export const hasFamily = (family: number, cluster: string): boolean =>
  Array.from(cluster).every((character) => houseFonts().families[family]!.has(character.codePointAt(0)!));

// The last font has rare signs, the sign for a missing one among them.
const FAMILIES = [
  {
    name: 'Noto Sans',
    weights: [
      'noto-sans/400Regular/NotoSans_400Regular.ttf',
      'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
    ],
  },
  {
    name: 'Noto Sans Arabic',
    weights: [
      'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
      'noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
    ],
  },
  {
    name: 'Noto Sans Hebrew',
    weights: [
      'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
      'noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf',
    ],
  },
  { name: 'Noto Sans Mono', weights: ['noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf'] },
];

export const FAMILY_NAMES: readonly string[] = FAMILIES.map(({ name }) => name);

export const listFontFiles = (): string[] => FAMILIES.map(({ weights }) => locate(weights[0]!));

const locate = (path: string): string => createRequire(import.meta.url).resolve(`@expo-google-fonts/${path}`);

const load = () => {
  const families = FAMILIES.map(({ weights }) => weights.map((path) => rename(readFileSync(locate(path)))));
  return {
    files: families.flat(),
    // A character counts only if every weight has it.
    families: families.map((files) => {
      const [first, ...others] = files.map(readCodePoints);
      return new Set([...first!].filter((point) => others.every((other) => other.has(point))));
    }),
  };
};

// A name is UTF-16 of a fixed length: the new one is as long as the old, so that nothing else moves.
const rename = (font: Buffer): Buffer => {
  const { offset, length } = findTable(font, 'name');
  const [from, to] = [utf16('Noto Sans'), utf16('Own. Sans')];
  for (let at = font.indexOf(from, offset); at >= 0 && at < offset + length; at = font.indexOf(from, at)) {
    to.copy(font, at);
  }
  return font;
};

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

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

const findTable = (font: Buffer, tag: string): { offset: number; length: number } => {
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
