import { concatBytes } from '../bytes.ts';

const LINE_FEED = 10;

/** The lines of a text, as bytes, of which the last may lack its line feed; undefined in place of one that is too long. */
export async function* readLines(
  parts: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array | undefined, void> {
  let rest = new Uint8Array();
  for await (const part of parts) {
    let start = 0;
    for (let end = part.indexOf(LINE_FEED); end >= 0; end = part.indexOf(LINE_FEED, start)) {
      yield concatBytes([rest, part.subarray(start, end)]);
      rest = new Uint8Array();
      start = end + 1;
    }
    rest = concatBytes([rest, part.subarray(start)]);
    if (rest.length > maxBytes) return yield undefined;
  }
  if (rest.length > 0) yield rest;
}
