import { countLayers } from './count-layers.ts';
import { readElements } from './read-elements.ts';

/** What resvg writes of shapes and gradients. A filter comes from a style, too: `filter: blur(9px)`. */
const DRAWN = new Set([
  'svg', 'defs', 'g', 'path', 'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask',
]); // prettier-ignore

/** Each is a picture of up to 4 MiB while what lies in it is drawn. */
export const MAX_OPEN_LAYERS = 24;
/** Each takes some milliseconds. A mask counts wherever it is used. */
export const MAX_LAYERS = 500;

/**
 * What is wrong with an SVG as resvg has read it, before it draws: what a style says is an attribute by then, and `<use>`
 * is written out. What masks and clips that refer to each other take grows as a power of their number.
 */
export const judgeDrawing = (simplified: string): string | undefined => {
  const elements = readElements(simplified);
  if (!elements?.length) return 'The SVG can not be read. Save it as a plain SVG.';
  if (elements.some(({ local }) => local === 'filter'))
    return 'An SVG may hold no filters. Take them out of its styles, or send it as a PNG.';
  if (!elements.every(({ local }) => DRAWN.has(local)))
    return 'An SVG may hold shapes and gradients only. Save it as a plain SVG.';
  const { open, all } = countLayers(elements);
  return open > MAX_OPEN_LAYERS || all > MAX_LAYERS
    ? 'An SVG may hold few masks, clips and transparent groups, and few in each other. Simplify it, or send it as a PNG.'
    : undefined;
};
