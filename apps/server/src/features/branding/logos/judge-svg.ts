import { readElements, type SvgElement } from './read-elements.ts';

/** Elements that draw, or group others. None loads anything from elsewhere or repeats itself without end. */
const ALLOWED = new Set([
  'svg', 'g', 'defs', 'symbol', 'use', 'switch', 'a',
  'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon',
  'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'style',
  'title', 'desc', 'metadata',
]); // prettier-ignore

/** Elements of text. Logos are drawn without fonts, so their words would be left out silently. */
const WRITES = new Set(['text', 'tspan', 'textPath', 'tref']);

export const MAX_ELEMENTS = 5_000;
/** Each may repeat a group that repeats others, so the elements drawn grow as a power of their number. */
export const MAX_USES = 8;
/** The parser recurses once for each level. */
export const MAX_DEPTH = 64;
export const MAX_SVG_BYTES = 256 * 1024;
/** A namespace copies all those around it: the parser would take minutes for thousands. */
export const MAX_NAMESPACES = 64;
/** The parser compares each attribute of an element, and each declaration of its style, with all others. */
export const MAX_ATTRIBUTES = 256;
/** Each rule is compared with each element. */
export const MAX_DECLARATIONS = 1_000;

export const judgeSvg = (bytes: Uint8Array): string | undefined => {
  if (bytes.length > MAX_SVG_BYTES)
    return 'An SVG may have at most 256 KiB. Simplify it, or send it as a PNG.';
  const source = decode(bytes);
  if (source === undefined) return 'An SVG must be UTF-8.';
  if (/<!(DOCTYPE|ENTITY)/i.test(source))
    return 'An SVG may have no document type and no entities. Save it as a plain SVG.';
  if (/<\?(?!xml\s)/i.test(source))
    return 'An SVG may have no processing instructions, such as style sheets.';
  if (source.split('xmlns').length - 1 > MAX_NAMESPACES)
    return `An SVG may declare at most ${MAX_NAMESPACES} namespaces. Save it as a plain SVG.`;
  const elements = readElements(source);
  if (elements === undefined) return 'The SVG can not be read. Save it as a plain SVG.';
  return judgeElements(elements) ?? judgeStyles(source, elements) ?? judgeReferences(source, elements);
};

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const SVG = 'http://www.w3.org/2000/svg';

/** An editor's own notes have a prefix that stands for another namespace than SVG. */
const isNote = ({ prefix, namespace }: SvgElement): boolean => prefix !== '' && namespace !== SVG;

const judgeElements = (elements: SvgElement[]): string | undefined => {
  if (elements.length > MAX_ELEMENTS) return `An SVG may have at most ${MAX_ELEMENTS} elements. Simplify it.`;
  if (elements.some(({ depth }) => depth > MAX_DEPTH))
    return `An SVG may have at most ${MAX_DEPTH} groups in each other. Simplify it.`;
  if (elements.some(({ attributes }) => attributes.length > MAX_ATTRIBUTES))
    return `An element of an SVG may have at most ${MAX_ATTRIBUTES} attributes. Save it as a plain SVG.`;
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

/** `{`, `}` and `;` as character references, which would escape the count of a style sheet. */
const SPELLED = /&#(?:x0*(?:3b|7b|7d)|0*(?:59|123|125));/i;

const judgeStyles = (source: string, elements: SvgElement[]): string | undefined => {
  const sheets = source.match(/\{[^{}]*/g) ?? [];
  const declared = sheets.reduce((sum, block) => sum + block.split(';').length, 0);
  const isLong = elements.some(({ attributes }) =>
    attributes.some(({ name, value }) => name === 'style' && value.split(';').length > MAX_ATTRIBUTES),
  );
  return declared > MAX_DECLARATIONS || isLong || SPELLED.test(source)
    ? `An SVG may declare at most ${MAX_DECLARATIONS} styles in its sheets, and ${MAX_ATTRIBUTES} in an element. Save it as a plain SVG.`
    : undefined;
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
