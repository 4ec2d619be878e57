const AXES = {
  latitude: { positive: 'N', negative: 'S', max: 90 },
  longitude: { positive: 'E', negative: 'W', max: 180 },
};

/**
 * Reads a coordinate of EXIF in degrees north or east (EXIF 3.0, section 4.6.7); null if it can be read in two ways: a
 * wrong location in the evidence is worse than none.
 *
 * @param value degrees, minutes and seconds; cameras also leave out the last ones, or write them as a text
 * @param reference the direction, as a letter or a word, in text or in bytes
 */
export const readCoordinate = (
  value: unknown,
  reference: unknown,
  axis: keyof typeof AXES,
): number | null => {
  const { positive, negative, max } = AXES[axis];
  const degrees = readDegrees(value);
  if (degrees === null || Math.abs(degrees) > max) return null;
  const letter = readLetter(reference);
  // A camera may say south twice, by the letter and by the sign. A negative number with "north" is no location.
  if (letter === negative) return round(-Math.abs(degrees));
  return letter === positive && degrees >= 0 ? round(degrees) : null;
};

export const readLetter = (value: unknown): string | undefined =>
  /^([a-z])[a-z ]*\0*$/i.exec(asText(value).trim())?.[1]?.toUpperCase();

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const bytes = typeof value === 'number' ? [value] : value;
  return Array.isArray(bytes) || bytes instanceof Uint8Array ? Buffer.from(bytes).toString('latin1') : '';
};

const readDegrees = (value: unknown): number | null => {
  const parts = listNumbers(value);
  if (parts.length < 1 || parts.length > 3 || !parts.every(Number.isFinite)) return null;
  const isNegative = parts.some((part) => part < 0);
  if (isNegative && parts.some((part) => part > 0)) return null;
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map(Math.abs);
  // A camera may have rounded up to 60.
  if (minutes > 60 || seconds > 60) return null;
  // A fraction with a smaller unit behind it may mean either of the two.
  const isTwice = (whole: number, rest: number) => !Number.isInteger(whole) && rest > 0;
  if (isTwice(degrees, minutes + seconds) || isTwice(minutes, seconds)) return null;
  const sum = degrees + minutes / 60 + seconds / 3600;
  return isNegative ? -sum : sum;
};

const listNumbers = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  // A comma may separate two numbers, or be a decimal sign.
  if (typeof value === 'string') {
    const isPlain = /^-?\d+(\.\d+)?( +\d+(\.\d+)?)*$/.test(value.trim());
    return isPlain ? value.trim().split(/ +/).map(Number) : [];
  }
  return Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value as ArrayLike<number>) : [];
};

// The seventh decimal of a degree is a centimetre. Canonical JSON has no -0.
const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7 + 0;
