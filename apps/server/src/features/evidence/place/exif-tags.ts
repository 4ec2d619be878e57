/** Pointers to the camera's directory and to the place (EXIF 3.0, section 4.6.3). */
export const TAG_EXIF = 0x8769;
const TAG_GPS = 0x8825;

export const TAG_ORIENTATION = 0x0112;

/** No number and no name of a camera is longer; a block of data is. */
export const KEPT_BYTES_MAX = 256;

/** Whether an entry is kept: numbers of the camera, its name, and times. Never a block of data or a free text. */
export const isKeptTag = (tag: number, type: number): boolean => {
  if (TEXTS.has(tag)) return type === ASCII;
  if (CODES.has(tag)) return type === UNDEFINED;
  return NUMBERS.has(type) && !POINTERS.has(tag);
};

const ASCII = 2;
const UNDEFINED = 7;

/** SHORT, LONG, RATIONAL, their signed forms, and floating point. */
const NUMBERS = new Set([3, 4, 5, 8, 9, 10, 11, 12]);

/**
 * Make, Model, Software; DateTime, DateTimeOriginal, DateTimeDigitized with their offsets and fractions; serial
 * numbers, LensMake and LensModel.
 */
const TEXTS = new Set([
  0x010f, 0x0110, 0x0131, 0x0132, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292, 0xa431,
  0xa433, 0xa434, 0xa435,
]);

/** ExifVersion, ComponentsConfiguration, FlashpixVersion, FileSource, SceneType, CFAPattern. */
const CODES = new Set([0x9000, 0x9101, 0xa000, 0xa300, 0xa301, 0xa302]);

/** Numbers that lead to what is not kept: strips, further directories, the thumbnail, XMP, IPTC, Photoshop, place. */
const POINTERS = new Set([0x0111, 0x0117, 0x014a, 0x0201, 0x0202, 0x02bc, 0x83bb, 0x8649, TAG_GPS, 0xa005]);
