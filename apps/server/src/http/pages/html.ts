import { escapeHtml } from '../../platform/escape-html.ts';

export type Html = { markup: string };

type Part = string | number | Html | readonly Html[];

/**
 * Makes markup from a template; what is interpolated is text, unless it is markup itself.
 *
 * @example html`<p>${'a < b'}</p>`.markup // '<p>a &lt; b</p>'
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Part[]): Html => ({
  markup: parts.map(dropIndents).reduce((before, part, at) => before + toMarkup(values[at - 1] ?? '') + part),
});

// The indents of templates are a tenth of what a long page weighs, and a browser sees one space.
const dropIndents = (part: string): string => part.replace(/\n\s*/g, '\n');

const toMarkup = (part: Part): string => {
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
};
