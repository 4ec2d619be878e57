import { Resvg } from '@resvg/resvg-js';

/** The PNG of an SVG of composeSvg: the same bytes each time. Without fonts, since such an SVG has no text. */
export const rasteriseSvg = (svg: string): Buffer =>
  new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
