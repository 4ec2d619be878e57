/** As how many SMS a text is sent, and in which alphabet (3GPP TS 23.038, and 23.040 section 9.2.3.24). */
export type MeasuredSms = { text: string; encoding: 'gsm7' | 'ucs2'; parts: number };

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each takes the room of two. */
const EXTENDED = '\f^{}\\[~]|€';

/** How much one SMS holds, and each of several, which say how they belong together. */
const ROOM = { gsm7: { single: 160, each: 153 }, ucs2: { single: 70, each: 67 } };

/** Measures a text. No character is cut in two. */
export const measureSms = (text: string): MeasuredSms => {
  const characters = [...text];
  const isGsm = characters.every((character) => (BASIC + EXTENDED).includes(character));
  const sizes = characters.map(isGsm ? sizeInGsm : sizeInUcs);
  const encoding = isGsm ? 'gsm7' : 'ucs2';
  return { text, encoding, parts: countParts(sizes, ROOM[encoding]) };
};

const sizeInGsm = (character: string): number => (EXTENDED.includes(character) ? 2 : 1);
const sizeInUcs = (character: string): number => character.length;

const countParts = (sizes: number[], { single, each }: { single: number; each: number }): number => {
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > each) {
      parts++;
      used = 0;
    }
    used += size;
  }
  return parts;
};
