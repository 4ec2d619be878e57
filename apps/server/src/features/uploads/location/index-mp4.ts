import { LocationStaysError } from '../../evidence/exports/refuse-location.ts';
import type { Rewriting } from './rewrite-file.ts';
import {
  listFragmentSamples,
  listMovieSamples,
  RANGES_MAX,
  readDefaultSizes,
  type Range,
} from './mp4/list-samples.ts';
import { INDEX_BYTES_MAX, brokenMp4, readTopLevel } from './mp4/walk-boxes.ts';

/** The index may stand behind the samples, so `take` gets the ranges, in order, at the end of the file. */
export function* indexMp4(take: (ranges: Range[]) => void): Rewriting {
  let ranges: Range[] = [];
  const media: Range[] = [];
  let defaults: Map<number, number> | undefined;
  for (let at = 0; ;) {
    const box = readTopLevel(yield { peek: 16 }, at);
    if (!box) break;
    const { type, headerBytes, end } = box;
    if (type === 'mdat') addRange(media, [at + headerBytes, end]);
    if (type === 'moov' && defaults) throw brokenMp4();
    if (type === 'moov' || type === 'moof') {
      if (end - at > INDEX_BYTES_MAX) throw new LocationStaysError('its index is too large');
      const content = (yield { peek: end - at }).subarray(headerBytes);
      if (at + headerBytes + content.length === end) {
        const found = type === 'moov' ? listMovieSamples(content) : listFragment(content, at, defaults);
        for (const range of found) addRange(ranges, range);
        if (type === 'moov') defaults = readDefaultSizes(content);
      }
    }
    yield { pass: end - at };
    at = end;
  }
  if (!defaults && media.length > 0) throw new LocationStaysError('it has no index of its pictures');
  ranges = mergeRanges(ranges);
  refuseOutside(ranges, media);
  take(ranges);
}

const listFragment = (moof: Buffer, start: number, defaults: Map<number, number> | undefined): Range[] => {
  if (!defaults) throw new LocationStaysError('it has no index of its pictures');
  return listFragmentSamples({ moof, start, defaults });
};

const addRange = (ranges: Range[], range: Range): void => {
  if (ranges.length === RANGES_MAX) throw new LocationStaysError('its index is too large');
  if (range[1] > range[0]) ranges.push(range);
};

const mergeRanges = (ranges: Range[]): Range[] => {
  const merged: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
};

/** A sample within another box would be blanked with the box. Samples behind the file's end are missing anyway. */
const refuseOutside = (ranges: Range[], media: Range[]): void => {
  const spans = media.toSorted((a, b) => a[0] - b[0]);
  const behind = spans.at(-1)?.[1] ?? 0;
  let index = 0;
  for (const [start, end] of ranges) {
    while (index < spans.length && spans[index]![1] <= start) index += 1;
    const span = spans[index];
    const isWithin = span && span[0] <= start && end <= span[1];
    if (!isWithin && start < behind) throw new LocationStaysError('its index leads to what is no picture');
  }
};
