import { PlaceStaysError } from '../../evidence/exports/refuse-place.ts';
import type { Rewriting } from './rewrite-stream.ts';

/** Blanks an MP4 as it passes (ISO 14496-12): a box that isn't known to hold no place becomes `free`. */
export function* blankMp4(): Rewriting {
  const within: Box[] = [];
  for (let at = 0; ;) {
    while (within.at(-1)?.end === at) within.pop();
    const head = yield { peek: 16 };
    const box = parseBox(head, at);
    // Cut off within a header: there is no place in it.
    if (!box) return void (yield { pass: head.length });
    refuseMisplaced(box, within);
    const { type, headerBytes, end } = box;
    const contentBytes = end - at - headerBytes;
    if (ENTERED.has(type)) {
      within.push(box);
      at += headerBytes;
      yield { pass: headerBytes };
      continue;
    }
    at = end;
    if (KEPT.has(type)) {
      if (type === 'hdlr' && within.at(-1)?.type === 'mdia') {
        if (contentBytes < 12) throw broken();
        judgeHandler((yield { peek: headerBytes + 12 }).subarray(headerBytes));
      }
      yield { pass: headerBytes + contentBytes };
    } else {
      head.write('free', 4, 'latin1');
      yield { pass: headerBytes };
      yield { pass: contentBytes, as: 'zeros' };
    }
  }
}

const ENTERED = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);

const KEPT = new Set(
  [
    'ftyp styp mdat sidx ssix prft mfra wide',
    'mvhd mvex tkhd edts tref mdhd hdlr vmhd smhd hmhd nmhd gmhd dinf tapt load pssh',
    'stsd stts ctts cslg stsc stsz stz2 stco co64 stss stsh sdtp sgpd sbgp subs saiz saio padb stdp stps',
    'mfhd tfhd tfdt trun',
  ].flatMap((row) => row.split(' ')),
);

/** A box without a size goes on to the end of the file. */
type Box = { type: string; headerBytes: number; start: number; end: number };

const parseBox = (head: Buffer, start: number): Box | undefined => {
  if (head.length < 8) return undefined;
  const type = head.toString('latin1', 4, 8);
  const short = head.readUInt32BE(0);
  if (short === 0) return { type, headerBytes: 8, start, end: Infinity };
  if (short !== 1) return finishBox({ type, headerBytes: 8, start, end: start + short });
  if (head.length < 16) return undefined;
  return finishBox({ type, headerBytes: 16, start, end: start + Number(head.readBigUInt64BE(8)) });
};

const finishBox = (box: Box): Box => {
  if (box.end < box.start + box.headerBytes) throw broken();
  return box;
};

/** moov, trak, mdia, minf and stbl. */
const DEEPEST = 5;

const refuseMisplaced = ({ type, start, end }: Box, within: Box[]): void => {
  if (start === 0 && type !== 'ftyp' && type !== 'styp') throw broken();
  const parent = within.at(-1);
  if (parent && end > parent.end) throw broken();
  if (ENTERED.has(type) && (end === Infinity || within.length === DEEPEST)) throw broken();
};

/** Pictures, sound and time codes. A track of anything else may be the way that the camera took. */
const HANDLERS = new Set(['vide', 'soun', 'tmcd']);

const judgeHandler = (content: Buffer): void => {
  if (content.length < 12 || HANDLERS.has(content.toString('latin1', 8, 12))) return;
  throw new PlaceStaysError('it has a track that is neither pictures nor sound');
};

const broken = () => new PlaceStaysError('its MP4 structure is broken');
