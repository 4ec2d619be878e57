import { crc32 } from 'node:zlib';

type Header = {
  name: Uint8Array;
  nameLength?: number;
  flags: number;
  method: number;
  crc32: number;
  compressedSize: number;
  size: number;
  extra: Uint8Array;
};

/** A file of a ZIP, and what a forger wants otherwise in the header before its bytes, or in the directory. */
export type RawFile = {
  path: string;
  bytes?: Uint8Array;
  before?: Uint8Array;
  after?: Uint8Array;
  both?: Partial<Header>;
  header?: Partial<Header>;
  directory?: Partial<Header> & { offset?: number; attributes?: number; disk?: number };
};

/** What a forger wants otherwise at the end of a ZIP. */
export type RawEnd = { count?: number; size?: number; start?: number; comment?: Uint8Array };

/** A ZIP in which everything can be wrong, written apart from what reads it. */
export function writeRawZip(files: readonly RawFile[], end: RawEnd = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  const records: Uint8Array[] = [];
  let offset = 0;
  for (const { path, bytes = Buffer.from(path), before, after, both, header, directory } of files) {
    const usual = {
      name: Buffer.from(path),
      flags: 0x0800,
      method: 0,
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

function writeHeader({
  name,
  nameLength = name.length,
  flags,
  method,
  crc32: sum,
  compressedSize,
  size,
  extra,
}: Header): Uint8Array {
  const numbers = [number(0x04034b50, 4), number(20, 2), number(flags, 2), number(method, 2), number(0, 4)];
  numbers.push(number(sum, 4), number(compressedSize, 4), number(size, 4));
  return Buffer.concat([...numbers, number(nameLength, 2), number(extra.length, 2), name, extra]);
}

function writeRecord(given: Header & { offset: number; attributes?: number; disk?: number }): Uint8Array {
  const {
    name,
    flags,
    method,
    crc32: sum,
    compressedSize,
    size,
    extra,
    offset,
    attributes = 0,
    disk = 0,
  } = given;
  const numbers = [
    number(0x02014b50, 4),
    number(0x033f, 2),
    number(20, 2),
    number(flags, 2),
    number(method, 2),
  ];
  numbers.push(number(0, 4), number(sum, 4), number(compressedSize, 4), number(size, 4));
  numbers.push(number(name.length, 2), number(extra.length, 2), number(0, 2), number(disk, 2), number(0, 2));
  return Buffer.concat([...numbers, number(attributes, 4), number(offset, 4), name, extra]);
}

function number(value: number, length: 2 | 4): Uint8Array {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntLE(value, 0, length);
  return bytes;
}
