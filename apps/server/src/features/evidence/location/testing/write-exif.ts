export type Value = { tag: number; type: number; count: number; bytes: Buffer };
type Order = 'II' | 'MM';

const BYTE = 1;
const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const UNDEFINED = 7;
export const SRATIONAL = 10;

/** Written by hand, since no library writes a thumbnail or a maker's note. */
export const writeExif = ({
  order = 'II',
  location = true,
  makerNote,
  comment,
  thumbnail,
  mainNext,
  gpsAt,
  gps = writeMilan,
}: {
  order?: Order;
  location?: boolean;
  makerNote?: string;
  comment?: string;
  thumbnail?: Buffer;
  /** Offset of the directory behind the first, instead of the thumbnail's. */
  mainNext?: number;
  gpsAt?: number;
  gps?: (write: Writers) => Value[];
} = {}): Buffer => {
  const { short, long, text, blob, pointer, directory } = writersOf(order);
  const parts: Buffer[] = [Buffer.concat([Buffer.from(order), short(42), long(8)])];
  const used = () => parts.reduce((sum, part) => sum + part.length, 0);
  const append = (part: Buffer): number => {
    const at = used();
    parts.push(part.length % 2 ? Buffer.concat([part, Buffer.alloc(1)]) : part);
    return at;
  };
  const main = (pointers: Value[], next: number) =>
    directory(
      [
        text(0x010f, 'Camera GmbH'),
        { tag: 0x0112, type: 3, count: 1, bytes: short(6) },
        ...(comment ? [text(0x010e, comment)] : []),
        ...pointers,
      ].toSorted((a, b) => a.tag - b.tag),
      8,
      next,
    );
  const hasGps = location || gpsAt !== undefined;
  append(main([pointer(0x8769, 0), ...(hasGps ? [pointer(0x8825, 0)] : [])], 0));
  const cameraAt = append(
    directory(
      [
        text(0x9003, '2026:11:20 10:00:00'),
        ...(makerNote ? [blob(0x927c, makerNote)] : []),
        ...(comment ? [blob(0x9286, `ASCII\0\0\0${comment}`)] : []),
      ],
      used(),
      0,
    ),
  );
  const locationAt = gpsAt ?? (location ? append(directory(gps(writersOf(order)), used(), 0)) : 0);
  const shown = thumbnail && [pointer(0x0201, append(thumbnail)), pointer(0x0202, thumbnail.length)];
  const next = shown ? append(directory(shown, used(), 0)) : 0;
  parts[1] = main(
    [pointer(0x8769, cameraAt), ...(hasGps ? [pointer(0x8825, locationAt)] : [])],
    mainNext ?? next,
  );
  return Buffer.concat(parts);
};

const writeMilan = ({ text, degrees }: Writers): Value[] => [
  text(1, 'N'),
  degrees(2, [45, 27, 30]),
  text(3, 'E'),
  degrees(4, [9, 11, 24]),
];

export const plantedDegrees = (order: Order = 'II'): Buffer =>
  writersOf(order).degrees(2, [45, 27, 30]).bytes;

export type Writers = ReturnType<typeof writersOf>;

const writersOf = (order: Order) => {
  const write = (size: 2 | 4, value: number): Buffer => {
    const bytes = Buffer.alloc(size);
    if (order === 'II') bytes.writeUIntLE(value, 0, size);
    else bytes.writeUIntBE(value, 0, size);
    return bytes;
  };
  const long = (value: number) => write(4, value);
  const textOf =
    (type: number) =>
    (tag: number, value: string): Value => {
      const bytes = Buffer.from(type === ASCII ? `${value}\0` : value, 'latin1');
      return { tag, type, count: bytes.length, bytes };
    };
  const short = (value: number) => write(2, value);
  const directory = (values: Value[], at: number, next: number): Buffer => {
    let free = at + 2 + values.length * 12 + 4;
    const outside: Buffer[] = [];
    const entries = values.map(({ tag, type, count, bytes }) => {
      const head = Buffer.concat([short(tag), short(type), long(count)]);
      if (bytes.length <= 4) return Buffer.concat([head, bytes, Buffer.alloc(4 - bytes.length)]);
      const padded = bytes.length % 2 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes;
      outside.push(padded);
      free += padded.length;
      return Buffer.concat([head, long(free - padded.length)]);
    });
    return Buffer.concat([short(values.length), ...entries, long(next), ...outside]);
  };
  return {
    short,
    long,
    directory,
    pointer: (tag: number, at: number): Value => ({ tag, type: LONG, count: 1, bytes: long(at) }),
    text: textOf(ASCII),
    blob: textOf(UNDEFINED),
    bytes: textOf(BYTE),
    rationals: (tag: number, pairs: [number, number][], type = RATIONAL): Value => ({
      tag,
      type,
      count: pairs.length,
      bytes: Buffer.concat(pairs.flat().map((number) => long(number >>> 0))),
    }),
    shorts: (tag: number, values: number[]): Value => ({
      tag,
      type: SHORT,
      count: values.length,
      bytes: Buffer.concat(values.map(short)),
    }),
    degrees: (tag: number, values: number[]): Value => ({
      tag,
      type: RATIONAL,
      count: values.length,
      bytes: Buffer.concat(values.flatMap((value) => [long(value), long(1)])),
    }),
  };
};
