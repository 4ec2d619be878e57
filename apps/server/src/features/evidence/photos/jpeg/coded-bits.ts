import { isRestart, skipFill } from './walk-jpeg.ts';

/** The entry of 16 bits is the code that they begin with: its length above, its symbol below; 0 for none. */
export type HuffmanTable = Uint16Array;

export type CodedBits = {
  decode: (table: HuffmanTable) => number;
  read: (count: number) => number;
  isSpent: () => boolean;
  align: () => number;
  /** Passes the restart that must follow; false if there is none. */
  passRestart: () => boolean;
};

export const openBits = (file: Buffer, start: number): CodedBits => {
  let [at, held, count] = [start, 0, 0];
  let invented = 0;
  let isBroken = false;

  const fill = () => {
    while (count <= 16) {
      const byte = file[at];
      // A marker, or the end of the file.
      const isOver = byte === undefined || (byte === 0xff && file[at + 1] !== 0);
      held = (held << 8) | (isOver ? 0 : byte);
      count += 8;
      if (isOver) invented += 8;
      else at += byte === 0xff ? 2 : 1;
    }
  };
  const read = (wanted: number) => {
    fill();
    count -= wanted;
    return (held >>> count) & ((1 << wanted) - 1);
  };
  const align = () => {
    for (let whole = (count - invented) >> 3; whole > 0; whole -= 1) {
      at -= file[at - 1] === 0 && file[at - 2] === 0xff ? 2 : 1;
    }
    [held, count, invented] = [0, 0, 0];
    return at;
  };
  return {
    read,
    align,
    decode: (table) => {
      fill();
      const found = table[(held >>> (count - 16)) & 0xffff]!;
      if (found === 0) isBroken = true;
      count -= found >> 8;
      return found & 0xff;
    },
    isSpent: () => isBroken || count < invented,
    passRestart: () => {
      const markAt = align();
      const next = skipFill(file, markAt);
      if (next === markAt || !isRestart(file[next] ?? 0)) return false;
      at = next + 1;
      return true;
    },
  };
};

export const makeTable = (lengths: Uint8Array, symbols: Uint8Array): HuffmanTable | undefined => {
  const table = new Uint16Array(2 ** 16);
  let [at, used] = [0, 0];
  for (let length = 1; length <= 16; length += 1) {
    const span = 2 ** (16 - length);
    for (let left = lengths[length - 1] ?? 0; left > 0; left -= 1) {
      if (at + span > table.length || used >= symbols.length) return undefined;
      table.fill((length << 8) | symbols[used]!, at, at + span);
      at += span;
      used += 1;
    }
  }
  return table;
};
