import { readElements, type SvgElement } from './read-elements.ts';

/** Elements that draw, or group what draws. Each has a bound: none brings in anything from elsewhere, nor repeats itself without end. */
const ALLOWED = new Set([
  'svg', 'g', 'defs', 'symbol', 'use', 'switch', 'a',
  'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon',
  'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'style',
  'title', 'desc', 'metadata',
]); // prettier-ignore

/** There are no fonts where a logo is drawn: words would be left out without a word. */
const WRITES = new Set(['text', 'tspan', 'textPath', 'tref']);

export const MAX_ELEMENTS = 5_000;
/** Each may repeat a group that repeats others: what they come to grows as a power of their number. */
export const MAX_USES = 8;
/** What reads them calls itself for each. */
export const MAX_DEPTH = 64;
export const MAX_SVG_BYTES = 256 * 1024;

/** What is wrong with an SVG, before anything else parses it; undefined where it may be drawn. */
export const judgeSvg = (bytes: Uint8Array): string | undefined => {
  if (bytes.length > MAX_SVG_BYTES)
    return 'An SVG may have at most 256 KiB. Simplify it, or send it as a PNG.';
  const source = decode(bytes);
  if (source === undefined) return 'An SVG must be UTF-8.';
  if (/<!(DOCTYPE|ENTITY)/i.test(source))
    return 'An SVG may have no document type and no entities. Save it as a plain SVG.';
  if (/<\?(?!xml\s)/i.test(source))
    return 'An SVG may have no processing instructions, such as style sheets.';
  const elements = readElements(source);
  if (elements === undefined) return 'The SVG can not be read. Save it as a plain SVG.';
  return judgeElements(elements) ?? judgeReferences(source, elements);
};

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const SVG = 'http://www.w3.org/2000/svg';

/** What an editor notes of itself: it has a prefix, which stands for anything but SVG. */
const isNote = ({ prefix, namespace }: SvgElement): boolean => prefix !== '' && namespace !== SVG;

const judgeElements = (elements: SvgElement[]): string | undefined => {
  if (elements.length > MAX_ELEMENTS) return `An SVG may have at most ${MAX_ELEMENTS} elements. Simplify it.`;
  if (elements.some(({ depth }) => depth > MAX_DEPTH))
    return `An SVG may have at most ${MAX_DEPTH} groups in each other. Simplify it.`;
  const drawn = elements.filter((element) => !isNote(element));
  if (drawn.filter(({ local }) => local === 'use').length > MAX_USES)
    return `An SVG may have at most ${MAX_USES} elements <use>. Save it with its shapes written out.`;
  const text = drawn.find(({ local }) => WRITES.has(local));
  if (text)
    return `An SVG may hold no texts: take out <${text.name}>. Turn words into outlines, or send it as a PNG.`;
  const odd = drawn.find(({ local }) => !ALLOWED.has(local));
  return (
    odd &&
    `An SVG may not hold <${odd.name.slice(0, 40)}>. It may hold shapes and gradients: save it as a plain SVG.`
  );
};

const judgeReferences = (source: string, elements: SvgElement[]): string | undefined => {
  const targets = elements
    .flatMap(({ attributes }) => attributes)
    .filter(({ name }) => /(^|:)href$/i.test(name))
    .map(({ value }) => value.trim());
  return targets.every((target) => target.startsWith('#')) &&
    !/@import|url\(\s*(?:["']\s*)?[^#"'\s)]/i.test(source)
    ? undefined
    : 'An SVG may refer to its own parts only. Take out links, pictures and style sheets, or send it as a PNG.';
};
