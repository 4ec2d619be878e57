import { needle, pictures, LOCATION, type PlantedVideo } from './planted-video.ts';

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

/** Replaced by the pictures' position once the file is put together. */
const PICTURES_AT = 0x7e7e7e7e;

const avc1 = (name: string, ...more: Buffer[]): Buffer => {
  const fixed = Buffer.alloc(78);
  fixed.writeUInt16BE(160, 24);
  fixed.writeUInt16BE(120, 26);
  fixed.write(name, 43);
  return box(
    'avc1',
    fixed,
    box('avcC', Buffer.from('0142c01fffe1000467640000010002 68ee'.replace(' ', ''), 'hex')),
    ...more,
  );
};

type Planting = {
  name?: string;
  entry?: Buffer;
  inTrack?: Buffer[];
  inTables?: Buffer[];
  inMediaInfo?: Buffer[];
};

export const track = (handler: string, planting: Planting = {}): Buffer =>
  box(
    'trak',
    box('tkhd', long(7, 0, 0, 1, 0, 2000, 0, 0, 0, 0, ...MATRIX, 160 << 16, 120 << 16)),
    ...(planting.inTrack ?? []),
    box(
      'mdia',
      box('mdhd', long(0, 0, 0, 1000, 2000, 0)),
      box('hdlr', long(0, 0), handler, long(0, 0, 0), `${planting.name ?? 'Handler'}\0`),
      box('minf', ...(planting.inMediaInfo ?? []), tables(handler, planting)),
    ),
  );

const tables = (handler: string, { entry, inTables = [] }: Planting): Buffer => {
  const entries = handler === 'vide' ? [entry ?? avc1('')] : [];
  return box(
    'stbl',
    box('stsd', long(0, entries.length), ...entries),
    box('stts', long(0, 1, 1, 2000)),
    box('stsc', long(0, 1, 1, 1, 1)),
    box('stsz', long(0, pictures.length, 1)),
    box('stco', long(0, 1, PICTURES_AT)),
    ...inTables,
  );
};

export const moov = (...more: Buffer[]): Buffer => box('moov', MVHD, track('vide'), ...more);
const filmed = (planting: Planting): Buffer => box('moov', MVHD, track('vide', planting));

const XYZ = box('\xa9xyz', Buffer.from([0, LOCATION.length, 0x15, 0xc7]), LOCATION);
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
  box('ilst', box('\0\0\0\x01', box('data', long(1, 0), LOCATION))),
);
const XMP_ID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

const mp4 = (...boxes: Buffer[]): PlantedVideo => branded(FTYP, ...boxes);

const branded = (...boxes: Buffer[]): PlantedVideo => {
  const file = Buffer.concat(boxes);
  for (let at = file.indexOf(long(PICTURES_AT)); at >= 0; at = file.indexOf(long(PICTURES_AT)))
    file.writeUInt32BE(file.indexOf(pictures), at);
  return { file, needle, pictures };
};
const endless = (file: Buffer) => {
  const at = file.lastIndexOf('mdat') - 4;
  file.writeUInt32BE(0, at);
  return file;
};
const wide = (type: string, body: Buffer): Buffer =>
  Buffer.concat([long(1), Buffer.from(type), long(0, body.length + 16), body]);

/** The index has no samples: a fragment gives their positions, from its own start. */
function fragmented(): PlantedVideo {
  const trex = box('trex', long(0, 1, 1, 0, pictures.length, 0));
  const header = box('tfhd', long(0x020000, 1));
  const run = (offset: number) => box('trun', long(0x000001, 1, offset));
  const fragment = (offset: number) => box('moof', box('mfhd', long(0, 1)), box('traf', header, run(offset)));
  const empty = box(
    'stbl',
    box('stsd', long(0, 1), avc1('')),
    ...['stts', 'stsc', 'stco'].map((type) => box(type, long(0, 0))),
    box('stsz', long(0, 0, 0)),
  );
  const media = box(
    'mdia',
    box('mdhd', long(0, 0, 0, 1000, 0, 0)),
    box('hdlr', long(0, 0), 'vide', long(0, 0, 0), '\0'),
    box('minf', empty),
  );
  const head = box('tkhd', long(7, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...MATRIX, 160 << 16, 120 << 16));
  const movie = box('moov', MVHD, box('trak', head, media), box('mvex', trex));
  return mp4(movie, fragment(fragment(0).length + 8), box('mdat', pictures, LOCATION));
}

export const PLANTED_MP4: [string, PlantedVideo][] = [
  ['©xyz before the pictures', mp4(moov(box('udta', XYZ)), MDAT)],
  ['©xyz behind the pictures', mp4(MDAT, moov(box('udta', XYZ)))],
  [
    '©xyz before pictures without a size',
    { ...mp4(), file: endless(mp4(moov(box('udta', XYZ)), MDAT).file) },
  ],
  ['©xyz behind pictures with a long size', mp4(wide('mdat', pictures), moov(box('udta', XYZ)))],
  ['©xyz of a track', mp4(moov(track('soun', { inTrack: [box('udta', XYZ)] })), MDAT)],
  ['loci', { ...mp4(moov(box('udta', LOCI)), MDAT), needle: long(602276, 2979003) }],
  ['the keys of a phone', mp4(moov(KEYS), MDAT)],
  ['the keys of a phone in udta', mp4(moov(box('udta', KEYS)), MDAT)],
  ['metadata of the file', mp4(KEYS, moov(), MDAT)],
  ['XMP', mp4(moov(), MDAT, box('uuid', XMP_ID, `<exif:GPSLatitude>${LOCATION}</exif:GPSLatitude>`))],
  ['a box of a maker', mp4(moov(box('gps ', LOCATION)), MDAT)],
  ['free space', mp4(moov(), box('free', LOCATION), MDAT)],
  [
    'a fragment',
    mp4(
      moov(),
      box('moof', box('mfhd', long(0, 1)), box('traf', box('tfhd', long(0, 1)), box('udta', XYZ))),
      MDAT,
    ),
  ],
  ['bytes before the pictures', mp4(moov(), box('mdat', LOCATION, pictures))],
  ['bytes behind the pictures', mp4(moov(), box('mdat', pictures, LOCATION))],
  ['bytes behind the pictures, before their index', mp4(box('mdat', pictures, LOCATION), moov())],
  ['media that no track has', mp4(moov(), MDAT, box('mdat', LOCATION))],
  ['pictures of a fragment, and bytes behind them', fragmented()],
  ['the name of a handler', mp4(filmed({ name: LOCATION }), MDAT)],
  ['the name of a compressor', mp4(filmed({ entry: avc1(LOCATION) }), MDAT)],
  ['XMP in how pictures are coded', mp4(filmed({ entry: avc1('', box('uuid', XMP_ID, LOCATION)) }), MDAT)],
  ['keys in how pictures are coded', mp4(filmed({ entry: avc1('', KEYS) }), MDAT)],
  ['a profile of colours', mp4(filmed({ entry: avc1('', box('colr', 'prof', LOCATION)) }), MDAT)],
  [
    'what follows a shape of pixels',
    mp4(filmed({ entry: avc1('', box('pasp', long(1, 1), LOCATION)) }), MDAT),
  ],
  ['a group of samples', mp4(filmed({ inTables: [box('sgpd', long(0), LOCATION)] }), MDAT)],
  ['what follows a table', mp4(filmed({ inTables: [box('stss', long(0, 1, 1), LOCATION)] }), MDAT)],
  ['a reference of a track', mp4(filmed({ inTrack: [box('tref', box('cdsc', LOCATION))] }), MDAT)],
  ['what is no edit', mp4(filmed({ inTrack: [box('edts', box('gps ', LOCATION))] }), MDAT)],
  ['a header of media', mp4(filmed({ inMediaInfo: [box('gmhd', box('text', LOCATION))] }), MDAT)],
  ['a system of rights', mp4(moov(box('pssh', long(0), LOCATION)), MDAT)],
  ['what announces fragments', mp4(moov(box('mvex', box('gps ', LOCATION))), MDAT)],
  ['a brand', branded(box('ftyp', 'isom', long(0), LOCATION), moov(), MDAT)],
];
