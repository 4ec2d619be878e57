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

/** What is wrong with an SVG, before anything parses it; undefined where it may be drawn. */
export const judgeSvg = (bytes: Uint8Array): string | undefined => {
  if (bytes.length > MAX_SVG_BYTES)
    return 'An SVG may have at most 256 KiB. Simplify it, or send it as a PNG.';
  const source = decode(bytes);
  if (source === undefined) return 'An SVG must be UTF-8.';
  if (/<!(DOCTYPE|ENTITY)/i.test(source))
    return 'An SVG may have no document type and no entities. Save it as a plain SVG.';
  if (/<\?(?!xml\s)/i.test(source))
    return 'An SVG may have no processing instructions, such as style sheets.';
  return judgeElements(source) ?? judgeDepth(source) ?? judgeReferences(source);
};

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const judgeElements = (source: string): string | undefined => {
  const names = [...source.matchAll(/<([A-Za-z_][\w.:-]*)/g)].map(([, name]) => name!);
  if (names.length > MAX_ELEMENTS) return `An SVG may have at most ${MAX_ELEMENTS} elements. Simplify it.`;
  if (names.filter((name) => name === 'use').length > MAX_USES)
    return `An SVG may have at most ${MAX_USES} elements <use>. Save it with its shapes written out.`;
  // What an editor notes of itself has a prefix; none may stand for SVG.
  if (
    /xmlns:[\w.-]+\s*=\s*(["'])\s*http:\/\/www\.w3\.org\/2000\/svg/.test(
      source.replaceAll(/xmlns:svg\s*=/g, ''),
    )
  )
    return 'An SVG may name its namespace without a prefix only. Save it as a plain SVG.';
  const text = names.find((name) => WRITES.has(name));
  if (text !== undefined)
    return `An SVG may hold no texts: take out <${text}>. Turn words into outlines, or send it as a PNG.`;
  const odd = names.find((name) => !ALLOWED.has(name) && (!name.includes(':') || name.startsWith('svg:')));
  return (
    odd &&
    `An SVG may not hold <${odd.slice(0, 40)}>. It may hold shapes and gradients: save it as a plain SVG.`
  );
};

const judgeDepth = (source: string): string | undefined => {
  const markup = source.replaceAll(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  let depth = 0;
  for (const [tag] of markup.matchAll(/<\/?[A-Za-z_](?:[^>"']|"[^"]*"|'[^']*')*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > MAX_DEPTH) return `An SVG may have at most ${MAX_DEPTH} groups in each other. Simplify it.`;
  }
  return undefined;
};

const judgeReferences = (source: string): string | undefined => {
  const targets = [...source.matchAll(/href\s*=\s*(["'])\s*([^"']*)/gi)].map(([, , target]) => target!);
  return targets.every((target) => target.startsWith('#')) &&
    !/@import|url\(\s*["']?\s*[^#"'\s)]/i.test(source)
    ? undefined
    : 'An SVG may refer to its own parts only. Take out links, pictures and style sheets, or send it as a PNG.';
};
