import { Marked } from 'marked';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { Html } from './html.ts';

/**
 * Renders a document of docs/ without its title, which the page gives. HTML and pictures in it stay text, and links
 * lead to https alone: a document can add nothing to a page but its words.
 */
export const renderMarkdown = (source: string): Html => ({
  markup: markdown.parse(source.replace(ANCHOR_LINES, ''), { async: false }),
});

// They are for readers of the file; the page has the anchors of its headings.
const ANCHOR_LINES = /^<a id="[\w.-]+"><\/a>$/gm;

const markdown = new Marked({
  // A tokenizer that finds nothing leaves HTML to be text, which is escaped.
  tokenizer: { html: () => undefined, tag: () => undefined },
  renderer: {
    heading({ depth, text, tokens }) {
      if (depth === 1) return '';
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, raw, tokens }) {
      if (!href.startsWith('https://')) return escapeHtml(raw);
      return `<a href="${escapeHtml(href)}">${this.parser.parseInline(tokens)}</a>`;
    },
    image: ({ raw }) => escapeHtml(raw),
    code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>\n`,
  },
});

// The heading of a code is its anchor, dots and all: problems link to it.
const anchorOf = (heading: string): string =>
  /^[\w.-]+$/.test(heading) ? heading : heading.toLowerCase().replace(/\W+/g, '-');
