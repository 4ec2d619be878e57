export type SniffedPicture =
  { kind: 'photo'; mime: PhotoMime } | { kind: 'other'; name: string } | { kind: 'none' };

export type PhotoMime = 'image/jpeg' | 'image/png' | 'image/webp';

/** Reads the signature alone; decoding shows whether the rest fits. */
export const sniffPicture = (bytes: Uint8Array): SniffedPicture => {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  const photo = PHOTOS.find(([signature]) => signature.test(head));
  if (photo) return { kind: 'photo', mime: photo[1] };
  const other = OTHERS.find(([signature]) => signature.test(head));
  return other ? { kind: 'other', name: other[1] } : { kind: 'none' };
};

const PHOTOS: [RegExp, PhotoMime][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];

// The brands of ISO 14496-12 and 23008-12, which phones write instead of JPEG.
const OTHERS: [RegExp, string][] = [
  [/^[^]{4}ftyp(hei[cxms]|hev[cmx]|mif[12]|msf1)/, 'HEIC'],
  [/^[^]{4}ftypavi[fs]/, 'AVIF'],
  [/^GIF8[79]a/, 'GIF'],
  [/^(II\*\0|MM\0\*)/, 'TIFF'],
  [/^BM[^]{4}\0\0\0\0/, 'BMP'],
  [/^(\xff\n|[^]{4}JXL )/, 'JPEG XL'],
];

/** The last chunk may be cut off (PNG third edition, section 5.3). */
export function* listPngChunks(
  file: Buffer,
): Generator<{ type: string; isWhole: boolean; from: number; to: number }> {
  for (let at = 8; at + 8 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    yield { type: file.toString('latin1', at + 4, at + 8), isWhole: end <= file.length, from: at, to: end };
    at = end;
  }
}
