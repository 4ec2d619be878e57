/** A video with a place in it; `needle` are bytes of the place, `pictures` bytes that must stay. */
export type PlantedVideo = { file: Buffer; needle: Buffer; pictures: Buffer };

const PLACE = '+45.4583+009.1900/';
const needle = Buffer.from(PLACE);
const pictures = Buffer.from('the pictures '.repeat(500));

/** A box of an MP4 (ISO 14496-12, section 4.2). */
export const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string, 'latin1')));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const long = (...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    }),
  );

export const FTYP = box('ftyp', 'isom', long(0), 'isommp42');
const MDAT = box('mdat', pictures);
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const MVHD = box(
  'mvhd',
  long(0, 0, 0, 1000, 2000, 0x10000, 0x01000000, 0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2),
);

/** A track; `handler` says what is in it. */
export const track = (handler: string, ...more: Buffer[]): Buffer =>
  box(
    'trak',
    box('tkhd', long(7, 0, 0, 1, 0, 2000, 0, 0, 0, 0, ...MATRIX, 160 << 16, 120 << 16)),
    ...more,
    box(
      'mdia',
      box('mdhd', long(0, 0, 0, 1000, 2000, 0)),
      box('hdlr', long(0, 0), handler, long(0, 0, 0), 'Handler\0'),
      box('minf', box('stbl', box('stts', long(0, 0)))),
    ),
  );

export const moov = (...more: Buffer[]): Buffer => box('moov', MVHD, track('vide'), ...more);

const XYZ = box('\xa9xyz', Buffer.from([0, PLACE.length, 0x15, 0xc7]), PLACE);
// 3GPP TS 26.244: longitude, latitude and height as 16.16 degrees, between a name and a body.
const LOCI = box(
  'loci',
  long(0),
  Buffer.from([0x15, 0xc7]),
  'Milano\0',
  Buffer.from([0]),
  long(602276, 2979003, 0),
  'earth\0\0',
);
const KEYS = box(
  'meta',
  box('hdlr', long(0, 0), 'mdta', long(0, 0, 0), '\0'),
  box('keys', long(0, 1), box('mdta', 'com.apple.quicktime.location.ISO6709')),
  box('ilst', box('\0\0\0\x01', box('data', long(1, 0), PLACE))),
);
const XMP_ID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

const mp4 = (...boxes: Buffer[]): PlantedVideo => ({
  file: Buffer.concat([FTYP, ...boxes]),
  needle,
  pictures,
});
const endless = (file: Buffer) => {
  const at = file.lastIndexOf('mdat') - 4;
  file.writeUInt32BE(0, at);
  return file;
};
const wide = (type: string, body: Buffer): Buffer =>
  Buffer.concat([long(1), Buffer.from(type), long(0, body.length + 16), body]);

/** Every place that an MP4 may have, by name. */
export const PLANTED_MP4: [string, PlantedVideo][] = [
  ['©xyz before the pictures', mp4(moov(box('udta', XYZ)), MDAT)],
  ['©xyz behind the pictures', mp4(MDAT, moov(box('udta', XYZ)))],
  [
    '©xyz before pictures without a size',
    { ...mp4(), file: endless(mp4(moov(box('udta', XYZ)), MDAT).file) },
  ],
  ['©xyz behind pictures with a long size', mp4(wide('mdat', pictures), moov(box('udta', XYZ)))],
  ['©xyz of a track', mp4(moov(track('soun', box('udta', XYZ))), MDAT)],
  ['loci', { ...mp4(moov(box('udta', LOCI)), MDAT), needle: long(602276, 2979003) }],
  ['the keys of a phone', mp4(moov(KEYS), MDAT)],
  ['the keys of a phone in udta', mp4(moov(box('udta', KEYS)), MDAT)],
  ['metadata of the file', mp4(KEYS, moov(), MDAT)],
  ['XMP', mp4(moov(), MDAT, box('uuid', XMP_ID, `<exif:GPSLatitude>${PLACE}</exif:GPSLatitude>`))],
  ['a box of a maker', mp4(moov(box('gps ', PLACE)), MDAT)],
  ['free space', mp4(moov(), box('free', PLACE), MDAT)],
  ['a fragment', mp4(moov(), box('moof', box('mfhd', long(0, 1)), box('traf', box('udta', XYZ))), MDAT)],
];

/** An element of a WebM; `sizeBytes` is how long its size is written. */
export const element = (id: number, content: Buffer | string, sizeBytes = 2): Buffer => {
  const body = Buffer.from(content as string, 'latin1');
  const size = Buffer.from(
    (BigInt(body.length) | (1n << BigInt(7 * sizeBytes))).toString(16).padStart(2 * sizeBytes, '0'),
    'hex',
  );
  return Buffer.concat([writeId(id), size, body]);
};

/** An element whose size its recorder did not know. */
export const open = (id: number, content: Buffer): Buffer =>
  Buffer.concat([writeId(id), Buffer.from('01ffffffffffffff', 'hex'), content]);

const writeId = (id: number): Buffer => {
  const digits = id.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
};

const BLOCK = element(0xa3, Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), pictures]));
export const CLUSTER = element(0x1f43b675, Buffer.concat([element(0xe7, '\0', 1), BLOCK]), 4);
const OPEN_CLUSTER = open(0x1f43b675, Buffer.concat([element(0xe7, '\0', 1), BLOCK]));

/** Tracks with one track: 1 is pictures. */
export const tracks = (type: number): Buffer =>
  element(
    0x1654ae6b,
    element(
      0xae,
      Buffer.concat([
        element(0xd7, '\x01', 1),
        element(0x73c5, '\x01', 1),
        element(0x83, Buffer.from([type]), 1),
        element(0x86, 'V_VP8', 1),
        element(0xe0, Buffer.concat([element(0xb0, '\xa0', 1), element(0xba, '\x78', 1)]), 1),
      ]),
    ),
  );

const INFO = element(
  0x1549a966,
  Buffer.concat([element(0x2ad7b1, '\x0f\x42\x40', 1), element(0x5741, 'test', 1)]),
);
const TAG = (name: string) =>
  element(
    0x1254c367,
    element(
      0x7373,
      Buffer.concat([
        element(0x63c0, '', 1),
        element(0x67c8, Buffer.concat([element(0x45a3, name, 1), element(0x4487, PLACE, 1)])),
      ]),
    ),
  );
export const EBML = element(
  0x1a45dfa3,
  Buffer.concat([
    element(0x4286, '\x01', 1),
    element(0x42f7, '\x01', 1),
    element(0x42f2, '\x04', 1),
    element(0x42f3, '\x08', 1),
    element(0x4282, 'webm', 1),
    element(0x4287, '\x04', 1),
    element(0x4285, '\x02', 1),
  ]),
  1,
);
const SEGMENT = 0x18538067;

const webm = (...parts: Buffer[]): PlantedVideo => ({
  file: Buffer.concat([EBML, element(SEGMENT, Buffer.concat(parts), 4)]),
  needle,
  pictures,
});
const streamed = (...parts: Buffer[]): PlantedVideo => ({
  file: Buffer.concat([EBML, open(SEGMENT, Buffer.concat(parts))]),
  needle,
  pictures,
});

/** Every place that a WebM may have, by name. */
export const PLANTED_WEBM: [string, PlantedVideo][] = [
  ['LOCATION before the pictures', webm(INFO, tracks(1), TAG('LOCATION'), CLUSTER)],
  ['LOCATION behind the pictures', webm(INFO, tracks(1), CLUSTER, TAG('LOCATION'))],
  [
    'RECORDING_LOCATION of a recorder that streams',
    streamed(INFO, tracks(1), TAG('RECORDING_LOCATION'), OPEN_CLUSTER, OPEN_CLUSTER),
  ],
  [
    'a tag behind what was streamed',
    streamed(INFO, tracks(1), OPEN_CLUSTER, TAG('com.apple.quicktime.location.ISO6709')),
  ],
  ['an attached file', webm(INFO, tracks(1), element(0x1941a469, PLACE), CLUSTER)],
  ['a chapter', webm(INFO, tracks(1), element(0x1043a770, PLACE), CLUSTER)],
  ['empty space', webm(INFO, tracks(1), element(0xec, PLACE), CLUSTER)],
  [
    'a tag whose size is written long',
    webm(INFO, tracks(1), element(0x1254c367, TAG('LOCATION').subarray(6), 8), CLUSTER),
  ],
];
