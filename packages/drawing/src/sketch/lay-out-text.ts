/** Measures of the font that the service outlines texts with, in ems. */
export const LINE_HEIGHT = 1.362;
const ASCENT = 1.069;

/** Gives the lines of a text with their baselines, as the service sets them; `y` is the text's upper edge. */
export const layOutText = ({
  text,
  y,
  size,
}: {
  text: string;
  y: number;
  size: number;
}): { line: string; baseline: number }[] =>
  text.split(/\r\n|\r|\n/).map((line, row) => ({ line, baseline: y + size * (ASCENT + row * LINE_HEIGHT) }));
