import fc, { type Arbitrary } from 'fast-check';
import { SAMPLE_PHOTO } from '../requests/sample-body.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const WEBP = Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 ', 'latin1');

/** Bodies that are not JSON: a photo, whole, cut off, with wrong bytes or none at all; or the few bytes of an upload. */
export const planContent = (content: 'photo' | 'bytes'): Arbitrary<Buffer> => {
  if (content === 'bytes')
    return fc.constantFrom('abcd', 'e', '', 'abcdefghi').map((text) => Buffer.from(text));
  return fc.oneof(
    { arbitrary: fc.constant(SAMPLE_PHOTO), weight: 6 },
    {
      arbitrary: fc.nat({ max: SAMPLE_PHOTO.length }).map((size) => SAMPLE_PHOTO.subarray(0, size)),
      weight: 1,
    },
    {
      arbitrary: fc
        .array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 })
        .map(withBytes),
      weight: 2,
    },
    { arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
    { arbitrary: fc.constantFrom(PNG, WEBP, Buffer.from('GIF89a')), weight: 1 },
  );
};

const withBytes = (changes: [number, number][]): Buffer => {
  const photo = Buffer.from(SAMPLE_PHOTO);
  for (const [place, byte] of changes) photo[place % photo.length] = byte;
  return photo;
};
