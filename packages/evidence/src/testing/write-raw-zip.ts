import { crc32 } from 'node:zlib';

type Header = {
  name: Uint8Array;
  nameLength?: number;
  version: number;
  flags: number;
  method: number;
  time: number;
  date: number;
  crc32: number;
  compressedSize: number;
  size: number;
  extra: Uint8Array;
};

/** Holds a forger's changes to the file's header, or to its record in the directory. */
export type RawFile = {
  path: string;
  bytes?: Uint8Array;
  before?: Uint8Array;
  after?: Uint8Array;
  both?: Partial<Header>;
  header?: Partial<Header>;
  directory?: Partial<Header> & RecordOnly;
};

type RecordOnly = {
  offset?: number;
  attributes?: number;
  disk?: number;
  system?: number;
  inside?: number;
  comment?: Uint8Array;
};

/** 20 November 2026, 10:03:00, in the form of ZIP files. */
export const RAW_DATE = { time: (10 << 11) | (3 << 5), date: (46 << 9) | (11 << 5) | 20 };

export type RawEnd = { count?: number; size?: number; start?: number; comment?: Uint8Array };

/** Can write anything wrong; independent of the code that reads ZIPs. */
export function writeRawZip(files: readonly RawFile[], end: RawEnd = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  const records: Uint8Array[] = [];
  let offset = 0;
  for (const { path, bytes = Buffer.from(path), before, after, both, header, directory } of files) {
    const usual = {
      name: Buffer.from(path),
      version: 20,
      flags: 0x0800,
      method: 0,
      ...RAW_DATE,
      crc32: crc32(bytes),
      compressedSize: bytes.length,
      size: bytes.length,
      extra: new Uint8Array(),
      ...both,
    };
    const own = [before ?? '', writeHeader({ ...usual, ...header }), bytes, after ?? ''].map((part) =>
      Buffer.from(part as Uint8Array),
    );
    records.push(writeRecord({ ...usual, offset: offset + own[0]!.length, ...directory }));
    parts.push(...own);
    offset += Buffer.concat(own).length;
  }
  const directory = Buffer.concat(records);
  const { count = records.length, size = directory.length, start = offset, comment = new Uint8Array() } = end;
  const tail = [number(0x06054b50, 4), number(0, 4), number(count, 2), number(count, 2)];
  tail.push(number(size, 4), number(start, 4), number(comment.length, 2), comment);
  return new Uint8Array(Buffer.concat([...parts, directory, ...tail]));
}

function writeHeader(given: Header): Uint8Array {
  return Buffer.concat([number(0x04034b50, 4), ...writeFields(given), given.name, given.extra]);
}

function writeFields(given: Header): Uint8Array[] {
  const { name, nameLength = name.length, version, flags, method, time, date, extra } = given;
  const short = [version, flags, method, time, date].map((value) => number(value, 2));
  const long = [given.crc32, given.compressedSize, given.size].map((value) => number(value, 4));
  return [...short, ...long, number(nameLength, 2), number(extra.length, 2)];
}

function writeRecord(given: Header & RecordOnly & { offset: number }): Uint8Array {
  const { name, extra, offset, attributes = 0, disk = 0, system = 3, inside = 0 } = given;
  const { comment = new Uint8Array() } = given;
  const rest = [number(comment.length, 2), number(disk, 2), number(inside, 2), number(attributes, 4)];
  return Buffer.concat([
    ...[number(0x02014b50, 4), number((system << 8) | 0x3f, 2), ...writeFields(given), ...rest],
    ...[number(offset, 4), name, extra, comment],
  ]);
}

function number(value: number, length: 2 | 4): Uint8Array {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntLE(value, 0, length);
  return bytes;
}
