import { Marked } from 'marked';
import { escapeHtml } from '../../platform/escape-html.ts';
import { createAnchors } from './anchors.ts';
import { codeBlock } from './code-block.ts';
import type { Html } from './html.ts';

export type ResolveLink = (href: string) => string | undefined;

/**
 * Without the document's title, which the page gives. HTML and pictures stay text, and links lead where `resolve` says,
 * or to https alone: a document can add nothing to a page but its words.
 */
export const renderMarkdown = (source: string, resolve: ResolveLink = keepHttps): Html => ({
  // Wide tables are scrolled, by keyboard too.
  markup: createMarkdown(resolve)
    .parse(source.replace(ANCHOR_LINES, ''), { async: false })
    .replaceAll('<table>', '<table tabindex="0">'),
});

export const keepHttps: ResolveLink = (href) => (href.startsWith('https://') ? href : undefined);

// These anchors are for readers of the file; the page's headings have their own.
const ANCHOR_LINES = /^<a id="[\w.-]+"><\/a>$/gm;

const createMarkdown = (resolve: ResolveLink): Marked => {
  const anchorOf = createAnchors();
  return new Marked({
    // Without these tokenizers HTML is text, which is escaped.
    tokenizer: { html: () => undefined, tag: () => undefined },
    renderer: {
      heading({ depth, text, tokens }) {
        const anchor = anchorOf(text);
        if (depth === 1) return '';
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, raw, tokens }) {
        const address = resolve(href);
        if (address !== undefined)
          return `<a href="${escapeHtml(address)}">${this.parser.parseInline(tokens)}</a>`;
        // A link to no page keeps its words; a possible attack is shown as it was written.
        return RELATIVE.test(href) ? this.parser.parseInline(tokens) : escapeHtml(raw);
      },
      image: ({ raw }) => escapeHtml(raw),
      code: ({ text }) => `${codeBlock(text).markup}\n`,
      hr: () => '',
      // Nobody can read out an empty heading of a column, so it is no heading cell.
      tablecell({ header, text, tokens }) {
        const tag = header && text !== '' ? 'th' : 'td';
        return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`;
      },
    },
  });
};

const RELATIVE = /^[\w./-]+(#[\w.-]+)?$/;
