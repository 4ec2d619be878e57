import { LINE_HEIGHT } from './outline-texts.ts';

export type Page = {
  width: number;
  height: number;
  scale: number;
  canvas: { width: number; height: number };
  stamp: { x: number; y: number; size: number };
};

const CANVAS_SIDE_MAX = 2048;
const PAGE_WIDTH_MIN = 800;

/** A width in letters of the stamp, with a margin of one letter at each side. */
const PAGE_EMS = 64;
const LINE_EMS = PAGE_EMS - 2;

/** The canvas is as large as 2048 pixels allow, whatever its units; the stamp is below it. */
export const layOutPage = (canvas: { width: number; height: number }, stampLines: number): Page => {
  const scale = CANVAS_SIDE_MAX / Math.max(canvas.width, canvas.height);
  const width = Math.round(canvas.width * scale);
  const height = Math.round(canvas.height * scale);
  const pageWidth = Math.max(width, PAGE_WIDTH_MIN);
  const size = pageWidth / PAGE_EMS;
  return {
    width: pageWidth,
    height: Math.ceil(height + size * (stampLines * LINE_HEIGHT + 1)),
    scale,
    canvas: { width, height },
    stamp: { x: size, y: height + size / 2, size },
  };
};

export const wrapStamp = (text: string): string[] => {
  const lines = [''];
  let width = 0;
  for (const character of text.replace(/\s+/g, ' ')) {
    width += widthOf(character);
    if (width > LINE_EMS) {
      lines.push('');
      width = widthOf(character);
    }
    lines[lines.length - 1] += character;
  }
  return lines;
};

// Upper bounds, in ems, for Noto Sans.
const widthOf = (character: string): number => (/[a-ln-vx-z0-9 .,:;()/·-]/.test(character) ? 0.62 : 1);
