import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findTable, readCodePoints } from './read-code-points.ts';

/**
 * The fonts of a report, in the order in which they are asked for a glyph. Typst also finds the fonts of the
 * host, and one of those that calls itself Noto Sans can win; so ours are given a name that no other has.
 */
export const houseFonts = (): { files: Buffer[]; families: Set<number>[] } => {
  loaded ??= load();
  return loaded;
};

let loaded: ReturnType<typeof houseFonts> | undefined;

// The last one has what text seldom needs, the sign for what is missing among it.
const FAMILIES = [
  ['noto-sans/400Regular/NotoSans_400Regular.ttf', 'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'],
  [
    'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
    'noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  ],
  [
    'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
    'noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf',
  ],
  ['noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf'],
];

const load = () => {
  const { resolve } = createRequire(import.meta.url);
  const families = FAMILIES.map((paths) =>
    paths.map((path) => rename(readFileSync(resolve(`@expo-google-fonts/${path}`)))),
  );
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
