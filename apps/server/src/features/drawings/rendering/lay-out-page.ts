import { LINE_HEIGHT } from './outline-texts.ts';

/** The layout of an exported page, in its pixels. The canvas is its upper left part. */
export type Page = {
  width: number;
  height: number;
  /** Pixels of a unit of the canvas. */
  scale: number;
  canvas: { width: number; height: number };
  stamp: { x: number; y: number; size: number };
};

const CANVAS_SIDE_MAX = 2048;
/** On a narrower page the stamp could not be read. */
const PAGE_WIDTH_MIN = 800;

/** The page's width in letters of the stamp, and the widest that a line may be: a margin of one at each side. */
const PAGE_EMS = 64;
const LINE_EMS = PAGE_EMS - 2;

/** Lays out the canvas as large as 2048 pixels allow, whatever its units, and room for the stamp below it. */
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

/** Breaks a line of the stamp, so that none of it is lost at the edge of the page. */
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
