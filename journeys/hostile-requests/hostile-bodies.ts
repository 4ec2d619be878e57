import { crc32 } from 'node:zlib';

/** Blank: a pattern that looks for one visible character tries each position. */
export const longName = (characters = 64_000): string => ' '.repeat(characters);

const CANVAS = { width: 600, height: 200 };

/** Every point is wrong, as many as fit in so many bytes. */
export const drawWrongly = (bytes: number): Buffer => {
  const points = Array.from({ length: Math.floor((bytes - 200) / '[0],'.length) }, () => [0]);
  const strokes = [{ tool: 'pen', color: '#000000', size: 1, points }];
  return Buffer.from(JSON.stringify({ title: '', drawing: { ...CANVAS, strokes } }));
};

/** As many strokes as fit, each with several faults. */
export const drawManyWrongStrokes = (bytes: number): Buffer => {
  const stroke = { tool: 'pen', size: -1, a: 1, b: 1, points: [['x']] };
  const strokes = Array<object>(Math.floor((bytes - 200) / (JSON.stringify(stroke).length + 1))).fill(stroke);
  return Buffer.from(JSON.stringify({ title: '', drawing: { ...CANVAS, strokes } }));
};

export const signLongName = (): Buffer =>
  Buffer.from(
    JSON.stringify({
      name: longName(),
      statement: longName(),
      locale: 'en',
      drawing: { ...CANVAS, strokes: [{ tool: 'pen', color: '#000000', size: 1, points: [[0, 0]] }] },
    }),
  );

/** The PNG claims the largest size, and has many empty chunks. */
export const makeHostilePng = (chunks = 20_000): Buffer => {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(16_000, 0);
  size.writeUInt32BE(16_000, 4);
  size.set([8, 6], 8);
  const empty = chunkOf('tEXt', Buffer.alloc(0));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', size),
    ...Array<Buffer>(chunks).fill(empty),
    chunkOf('IDAT', Buffer.from('789c030000000001', 'hex')),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
};

const chunkOf = (type: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** The MP4's index holds as many tiny boxes as fit. */
export const makeHostileMp4 = (bytes: number): Buffer => {
  const tiny = Buffer.concat(Array<Buffer>(Math.floor(bytes / 8)).fill(boxOf('free', Buffer.alloc(0))));
  return Buffer.concat([fileTypeBox(), boxOf('moov', tiny)]);
};

const fileTypeBox = (): Buffer => boxOf('ftyp', Buffer.from('isom\0\0\0\0isom'));

const boxOf = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4);
  return Buffer.concat([head, content]);
};

/** A single element of the WebM holds as many empty elements as fit. */
export const makeHostileWebm = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('1a45dfa380', 'hex'),
    Buffer.from('18538067' + '01ffffffffffffff', 'hex'),
    Buffer.from('1654ae6b' + '01ffffffffffffff', 'hex'),
    Buffer.alloc(bytes, Buffer.from('ec80', 'hex')),
  ]);

/** The SVG nests thousands of namespaces. */
export const drawManyNamespaces = (count = 3_000): Buffer => {
  const open = Array.from({ length: count }, (_, index) => `<g xmlns:n${index}="urn:n${index}">`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">${open.join('')}<rect width="20" height="10"/>${'</g>'.repeat(count)}</svg>`;
  return Buffer.from(JSON.stringify({ image: Buffer.from(svg).toString('base64') }));
};
