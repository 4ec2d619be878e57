export type JpegPart = { marker: number; from: number; to: number };

export const SOI = 0xd8;
export const SOS = 0xda;
const EOI = 0xd9;

/**
 * Goes through the parts of a JPEG as libjpeg does (ITU-T T.81, annex B): it skips bytes between segments, and passes
 * over coded pixels. Gives the picture's end; undefined if there is none, or it can't be read to its end.
 *
 * @param visit gives the offset at which to go on
 */
export const walkJpeg = (
  file: Buffer,
  start: number,
  visit: (part: JpegPart) => number | undefined | void,
): number | undefined => {
  for (let at = start + 2; ;) {
    const found = findMarker(file, at);
    if (found.from > at) visit({ marker: 0, from: at, to: found.from });
    const marker = file[found.at];
    at = found.at + 1;
    if (marker === EOI) return at;
    if (marker === undefined || marker === SOI) return undefined;
    if (hasNoContent(marker)) continue;
    if (at + 2 > file.length) return undefined;
    // A length below 2 is less than its own field: libjpeg takes the segment for empty.
    const end = at + Math.max(2, file.readUInt16BE(at));
    if (end > file.length) return undefined;
    const goOnAt = visit({ marker, from: at + 2, to: end });
    at = goOnAt ?? (marker === SOS ? findScanEnd(file, end) : end);
  }
};

// TEM, and the restarts between rows.
const hasNoContent = (marker: number): boolean => marker === 0x01 || isRestart(marker);
export const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** Any number of fill bytes may stand before a marker. */
export const skipFill = (file: Buffer, from: number): number => {
  let at = from;
  while (file[at] === 0xff) at += 1;
  return at;
};

const findMarker = (file: Buffer, start: number): { from: number; at: number } => {
  for (let from = file.indexOf(0xff, start); from >= 0; from = file.indexOf(0xff, from)) {
    const at = skipFill(file, from);
    // A zero after 0xff makes it a byte of pixels.
    if (file[at] !== 0) return { from, at };
    from = at;
  }
  return { from: file.length, at: file.length };
};

export const findScanEnd = (file: Buffer, start: number): number => {
  for (let found = findMarker(file, start); ; found = findMarker(file, found.at)) {
    if (found.at >= file.length || !isRestart(file[found.at]!)) return found.from;
  }
};
