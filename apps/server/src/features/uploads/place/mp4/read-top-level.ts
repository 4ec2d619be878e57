import { brokenMp4 } from './walk-boxes.ts';

/** A tenth of it is the index of an hour. */
export const INDEX_BYTES_MAX = 32 * 1024 ** 2;

/** A box without a size goes on to the end of the file: its `end` is Infinity. */
export type TopLevelBox = { type: string; headerBytes: number; end: number };

/** The box of which these are the first bytes; undefined for one that was cut off within its header. */
export const readTopLevel = (head: Buffer, start: number): TopLevelBox | undefined => {
  if (head.length < 8) return undefined;
  const type = head.toString('latin1', 4, 8);
  if (start === 0 && type !== 'ftyp' && type !== 'styp') throw brokenMp4();
  const short = head.readUInt32BE(0);
  if (short === 0 && ['moov', 'moof'].includes(type)) throw brokenMp4();
  if (short === 0) return { type, headerBytes: 8, end: Infinity };
  if (short === 1 && head.length < 16) return undefined;
  const headerBytes = short === 1 ? 16 : 8;
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  if (size < headerBytes) throw brokenMp4();
  return { type, headerBytes, end: start + size };
};
