import { LocationStaysError } from './location-stays-error.ts';

/**
 * Blanks a profile of colours in place (ICC.1:2022): numbers of colours stay, texts go. Says whether it is a profile.
 *
 * @throws {LocationStaysError} for a profile of tables, which may hold anything
 */
export const blankProfile = (profile: Buffer): boolean => {
  if (profile.length < 132 || profile.toString('latin1', 36, 40) !== 'acsp') return false;
  const count = profile.readUInt32BE(128);
  const tableEnd = 132 + count * 12;
  if (count > TAGS_MAX || tableEnd > profile.length) return false;
  const blanked = Buffer.alloc(profile.length);
  profile.copy(blanked, 0, 0, HEADER_USED);
  profile.copy(blanked, 128, 128, tableEnd);
  const tags = Array.from({ length: count }, (_, index) => readTag(profile, 132 + index * 12));
  if (tags.some(({ at, size }) => at < tableEnd || size < 8 || at + size > profile.length)) return false;
  // Colours are written last, so that no text overwrites them.
  for (const { name, at, size } of tags) if (!COLOURS.has(name)) writeEmpty(profile, blanked, { at, size });
  for (const { name, at, size } of tags) {
    if (!COLOURS.has(name)) continue;
    if (size < usedBytes(profile.subarray(at, at + size))) return false;
    profile.copy(blanked, at, at, at + usedBytes(profile.subarray(at, at + size)));
  }
  blanked.copy(profile);
  return true;
};

const TAGS_MAX = 100;

const HEADER_USED = 100;

/** White, black, red, green, blue and grey, adaptation, luminance, and the code of ITU-T H.273. */
const COLOURS = new Set('wtpt bkpt rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC chad chrm lumi cicp'.split(' '));
const TABLES = /^(A2B|B2A|D2B|B2D)\d$/;

const readTag = (profile: Buffer, entry: number) => {
  const name = profile.toString('latin1', entry, entry + 4);
  if (TABLES.test(name))
    throw new LocationStaysError('its profile of colours has tables, which can’t be judged');
  return { name, at: profile.readUInt32BE(entry + 4), size: profile.readUInt32BE(entry + 8) };
};

const MULTILINGUAL = 'mluc';

const writeEmpty = (profile: Buffer, blanked: Buffer, { at, size }: { at: number; size: number }): void => {
  const type = profile.toString('latin1', at, at + 4);
  if (![MULTILINGUAL, 'desc', 'text'].includes(type)) return;
  blanked.write(type, at, 'latin1');
  if (type === MULTILINGUAL && size >= 16) blanked.writeUInt32BE(12, at + 12);
};

const FUNCTION_BYTES = [4, 12, 16, 20, 28];

const usedBytes = (value: Buffer): number => {
  const type = value.toString('latin1', 0, 4);
  if (type === 'XYZ ') return 20;
  if (type === 'sf32') return 44;
  if (type === 'cicp') return 12;
  if (type === 'chrm') return 36;
  if (type === 'curv' && value.length >= 12) return 12 + value.readUInt32BE(8) * 2;
  if (type === 'para' && value.length >= 12) return 12 + (FUNCTION_BYTES[value.readUInt16BE(8)] ?? Infinity);
  return Infinity;
};
