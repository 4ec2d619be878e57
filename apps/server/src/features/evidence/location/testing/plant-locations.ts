import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { writePngChunk } from '../../photos/testing/write-png-chunk.ts';
import { plantedDegrees, writeExif } from './write-exif.ts';

export type PlantedPhoto = { file: Buffer; needle: Buffer };

const TOWN = 'Via Torino, Milano';
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ' +
  `exif:GPSLatitude="45,27.5N" exif:GPSLongitude="9,11.4E" photoshop:City="${TOWN}"/></rdf:RDF></x:xmpmeta>`;

const scene = () =>
  sharp({
    create: {
      width: 64,
      height: 48,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
const SCENE = await scene().png().toBuffer();
const JPEG = await sharp(SCENE).jpeg({ progressive: true }).toBuffer();
const WEBP = await sharp(SCENE).webp().withIccProfile('p3').toBuffer();

export const plantSegment = (marker: number, content: Buffer, jpeg: Buffer = JPEG): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
};

const writeProfile = (tag: string): Buffer => {
  const profile = Buffer.alloc(200);
  profile.write('acsp', 36);
  profile.writeUInt32BE(1, 128);
  profile.write(tag, 132);
  profile.writeUInt32BE(144, 136);
  profile.writeUInt32BE(20, 140);
  return profile;
};

/** The tables of the profile may hold colours or anything else. */
export const plantProfileOfTables = (jpeg: Buffer = JPEG): Buffer =>
  plantSegment(
    0xe2,
    Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), writeProfile('A2B0')]),
    jpeg,
  );

export const plantProfileInParts = (): Buffer =>
  plantSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x02', 'latin1'), writeProfile('wtpt')]));

export const plantChunk = (type: string, content: Buffer, png: Buffer = SCENE): Buffer => {
  const at = 33;
  return Buffer.concat([png.subarray(0, at), writePngChunk(type, content), png.subarray(at)]);
};

/** The chunk comes behind the pixels; `flag` announces it in the header. */
export const plantRiff = (type: string, content: Buffer, flag: number): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  const padding = Buffer.alloc(content.length % 2);
  const file = Buffer.concat([WEBP, Buffer.from(type), size, content, padding]);
  file.writeUInt32LE(file.length - 8, 4);
  file[20]! |= flag;
  return file;
};

const prefixed = (prefix: string, content: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(prefix, 'latin1'), Buffer.from(content as string)]);
const exif = (block: Buffer): Buffer => prefixed('Exif\0\0', block);
const placed = (order: 'II' | 'MM' = 'II') => ({ needle: plantedDegrees(order) });
const town = { needle: Buffer.from(TOWN) };
const withLocation = () => plantSegment(0xe1, exif(writeExif()));

// IPTC IIM 4.2: a record of 8BIM 0x0404 with the data set 2:90, City.
const iptc = (): Buffer => {
  const city = Buffer.concat([Buffer.from([0x1c, 2, 90, 0, TOWN.length]), Buffer.from(TOWN)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(city.length);
  const padding = Buffer.alloc(city.length % 2);
  return prefixed(
    'Photoshop 3.0\0',
    Buffer.concat([Buffer.from('8BIM\x04\x04\0\0', 'latin1'), size, city, padding]),
  );
};

const film = (): Buffer => {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const location = box('\xa9xyz', Buffer.from('\0\x12\x15\xc7+45.4583+009.1900/', 'latin1'));
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0')), box('moov', box('udta', location))]);
};

// CIPA DC-007: a directory with a pointer to a location, as in EXIF.
const mpf = (): Buffer => prefixed('MPF\0', writeExif());

const named = (name: string, profile: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${name}\0\0`), deflateSync(profile)]);
const PROFILE = (await sharp(WEBP).metadata()).icc!;

const worded = (): Buffer => {
  const profile = Buffer.from(PROFILE);
  const at = profile.indexOf('mluc');
  profile.write(TOWN, at + 28, 'latin1');
  return profile;
};

/** Known parts that are too long, or not of the kind that their name says. */
const HIDDEN: [string, 'image/jpeg' | 'image/png' | 'image/webp', PlantedPhoto][] = [
  ['the index of further pictures', 'image/jpeg', { file: plantSegment(0xe2, mpf()), ...placed() }],
  [
    'the small picture of JFIF',
    'image/jpeg',
    { file: plantSegment(0xe0, prefixed('JFIF\0\x01\x01\0\0\x01\0\x01\x02\x03', TOWN)), ...town },
  ],
  [
    'the tail of Adobe',
    'image/jpeg',
    { file: plantSegment(0xee, prefixed('Adobe\0\x64\0\0\0\0\x01', TOWN)), ...town },
  ],
  [
    'what is no profile of colours',
    'image/jpeg',
    { file: plantSegment(0xe2, prefixed('ICC_PROFILE\0\x01\x01', TOWN)), ...town },
  ],
  [
    'the texts of a profile',
    'image/jpeg',
    { file: plantSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), worded()])), ...town },
  ],
  ['a suggested palette', 'image/png', { file: plantChunk('sPLT', prefixed(`${TOWN}\0\x08`, '')), ...town }],
  ['a histogram', 'image/png', { file: plantChunk('hIST', Buffer.from(TOWN)), ...town }],
  ['the name of a profile', 'image/png', { file: plantChunk('iCCP', named(TOWN, PROFILE)), ...town }],
  [
    'what is no profile of colours',
    'image/png',
    { file: plantChunk('iCCP', Buffer.from(`x\0\0${TOWN}`)), ...town },
  ],
  ...['pHYs', 'gAMA', 'cHRM', 'sBIT', 'bKGD', 'tIME'].map((type): (typeof HIDDEN)[number] => [
    `what makes ${type} too long`,
    'image/png',
    { file: plantChunk(type, Buffer.from(`${TOWN} ${TOWN} ${TOWN}`)), ...town },
  ]),
  [
    'the end',
    'image/png',
    { file: Buffer.concat([SCENE.subarray(0, -12), writePngChunk('IEND', Buffer.from(TOWN))]), ...town },
  ],
  [
    'what follows the packed pixels',
    'image/png',
    {
      file: Buffer.concat([
        SCENE.subarray(0, -12),
        writePngChunk('IDAT', Buffer.from(TOWN)),
        SCENE.subarray(-12),
      ]),
      ...town,
    },
  ],
  ['the texts of a profile', 'image/webp', { file: replaceOnce(WEBP, PROFILE, worded()), ...town }],
];

function replaceOnce(file: Buffer, old: Buffer, other: Buffer): Buffer {
  const at = file.indexOf(old);
  return Buffer.concat([file.subarray(0, at), other, file.subarray(at + old.length)]);
}

export const PLANTED_PHOTOS: [string, 'image/jpeg' | 'image/png' | 'image/webp', PlantedPhoto][] = [
  ['EXIF, little-endian', 'image/jpeg', { file: withLocation(), ...placed() }],
  [
    'EXIF, big-endian',
    'image/jpeg',
    { file: plantSegment(0xe1, exif(writeExif({ order: 'MM' }))), ...placed('MM') },
  ],
  [
    'the EXIF of the thumbnail in EXIF',
    'image/jpeg',
    {
      file: plantSegment(0xe1, exif(writeExif({ location: false, thumbnail: withLocation() }))),
      ...placed(),
    },
  ],
  [
    'a maker’s note',
    'image/jpeg',
    {
      file: plantSegment(0xe1, exif(writeExif({ location: false, makerNote: `Panasonic ${TOWN}` }))),
      ...town,
    },
  ],
  [
    'a comment in EXIF',
    'image/jpeg',
    { file: plantSegment(0xe1, exif(writeExif({ location: false, comment: TOWN }))), ...town },
  ],
  [
    'XMP',
    'image/jpeg',
    { file: plantSegment(0xe1, prefixed('http://ns.adobe.com/xap/1.0/\0', XMP)), ...town },
  ],
  [
    'extended XMP',
    'image/jpeg',
    {
      file: plantSegment(
        0xe1,
        prefixed(`http://ns.adobe.com/xmp/extension/\0${'0'.repeat(32)}\0\0\0\0\0\0\0\0`, XMP),
      ),
      ...town,
    },
  ],
  ['IPTC', 'image/jpeg', { file: plantSegment(0xed, iptc()), ...town }],
  ['a comment', 'image/jpeg', { file: plantSegment(0xfe, Buffer.from(TOWN)), ...town }],
  ['a content credential', 'image/jpeg', { file: plantSegment(0xeb, prefixed('JP', TOWN)), ...town }],
  [
    'the second picture of a camera',
    'image/jpeg',
    { file: Buffer.concat([JPEG, Buffer.alloc(3), withLocation()]), ...placed() },
  ],
  [
    'the film behind a photo',
    'image/jpeg',
    { file: Buffer.concat([JPEG, film()]), needle: Buffer.from('+45.4583') },
  ],
  ['EXIF', 'image/png', { file: plantChunk('eXIf', writeExif()), ...placed() }],
  ['XMP', 'image/png', { file: plantChunk('iTXt', prefixed('XML:com.adobe.xmp\0\0\0\0\0', XMP)), ...town }],
  ['a text', 'image/png', { file: plantChunk('tEXt', prefixed('Comment\0', TOWN)), ...town }],
  ['what follows the end', 'image/png', { file: Buffer.concat([SCENE, withLocation()]), ...placed() }],
  ['EXIF', 'image/webp', { file: plantRiff('EXIF', writeExif(), 0b1000), ...placed() }],
  [
    'EXIF with a prefix',
    'image/webp',
    { file: plantRiff('EXIF', exif(writeExif({ order: 'MM' })), 0b1000), ...placed('MM') },
  ],
  ['XMP', 'image/webp', { file: plantRiff('XMP ', Buffer.from(XMP), 0b100), ...town }],
  ['what follows the end', 'image/webp', { file: Buffer.concat([WEBP, withLocation()]), ...placed() }],
  ...HIDDEN,
];
