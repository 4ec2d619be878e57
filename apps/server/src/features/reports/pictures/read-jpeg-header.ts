export type JpegHeader = { width: number; height: number; components: number };

const START_OF_SCAN = 0xda;
const JFIF = 0xe0;
const COMMENT = 0xfe;

/**
 * The measures of a JPEG that a PDF can hold as it is (ITU-T T.81, B.2): 8 bits, grey or three colours, and
 * nothing beside the pixels but the JFIF header, so no profile, no turn, no place. Null for every other.
 */
export const readJpegHeader = (bytes: Uint8Array): JpegHeader | null => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return null;
  let header: JpegHeader | null = null;
  for (let at = 2; at + 4 <= view.length;) {
    if (view[at] !== 0xff) return null;
    const marker = view[at + 1]!;
    if (marker === START_OF_SCAN) return header;
    if ((marker > JFIF && marker <= 0xef) || marker === COMMENT) return null;
    if (isFrame(marker)) header = readFrame(view, at);
    at += 2 + view.readUInt16BE(at + 2);
  }
  return null;
};

// Baseline, extended and progressive; the others are not for PDF (ISO 32000-1, 7.4.8).
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2;

const readFrame = (view: Buffer, at: number): JpegHeader | null => {
  if (at + 10 > view.length || view[at + 4] !== 8) return null;
  const [height, width, components] = [view.readUInt16BE(at + 5), view.readUInt16BE(at + 7), view[at + 9]!];
  if (width === 0 || height === 0 || ![1, 3].includes(components)) return null;
  return { width, height, components };
};
