import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findTable, readCodePoints } from './read-code-points.ts';

/**
 * Gives the fonts of reports and drawings, in the order in which they are asked for a glyph. Typst also finds the fonts
 * of the host, and one of those that calls itself Noto Sans can win; so ours are given a name that no other has.
 */
export const houseFonts = (): { files: Buffer[]; families: Set<number>[] } => {
  loaded ??= load();
  return loaded;
};

let loaded: ReturnType<typeof houseFonts> | undefined;

/** Finds the first family that has the whole of a cluster, by its place in that order; -1 when none has. */
export const findFamily = (cluster: string): number =>
  houseFonts().families.findIndex((_, family) => hasFamily(family, cluster));

/** Whether a family, by its place in that order, has the whole of a cluster. */
export const hasFamily = (family: number, cluster: string): boolean =>
  Array.from(cluster).every((character) => houseFonts().families[family]!.has(character.codePointAt(0)!));

// The last font has signs that texts seldom need, the sign for a missing one among them.
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

/** The name of each family as its files say it, in the same order. */
export const FAMILY_NAMES: readonly string[] = FAMILIES.map(({ name }) => name);

/** Lists the regular weight of each family on this host. */
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

// Names are UTF-16 of a fixed length: the new one is as long as the old one, so that nothing else moves.
const rename = (font: Buffer): Buffer => {
  const { offset, length } = findTable(font, 'name');
  const [from, to] = [utf16('Noto Sans'), utf16('Own. Sans')];
  for (let at = font.indexOf(from, offset); at >= 0 && at < offset + length; at = font.indexOf(from, at)) {
    to.copy(font, at);
  }
  return font;
};

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
