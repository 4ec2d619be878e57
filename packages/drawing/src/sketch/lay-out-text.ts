/** In ems, for the font with which the service outlines texts. */
export const LINE_HEIGHT = 1.362;
const ASCENT = 1.069;

/** Lines and baselines are the service's. `y` is the text's upper edge. */
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
