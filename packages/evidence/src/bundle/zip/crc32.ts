const SLICES = 8;
const TABLES = listTables();

/** Continues a CRC-32 (ITU-T V.42), which begins with 0. It takes eight bytes at a time, since recordings are large. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES;
  const whole = bytes.length - (bytes.length % SLICES);
  let value = ~before;
  let at = 0;
  for (; at < whole; at += SLICES) {
    value ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    value =
      t7![value & 0xff]! ^
      t6![(value >>> 8) & 0xff]! ^
      t5![(value >>> 16) & 0xff]! ^
      t4![value >>> 24]! ^
      t3![bytes[at + 4]!]! ^
      t2![bytes[at + 5]!]! ^
      t1![bytes[at + 6]!]! ^
      t0![bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at++) value = t0![(value ^ bytes[at]!) & 0xff]! ^ (value >>> 8);
  return ~value >>> 0;
}

function listTables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  const tables = [first];
  while (tables.length < SLICES) {
    tables.push(tables.at(-1)!.map((value) => first[value & 0xff]! ^ (value >>> 8)));
  }
  return tables;
}
