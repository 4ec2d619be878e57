import { html, type Html } from './html.ts';

/**
 * Renders the Markdown that docs/errors.md is written in: headings with anchors, paragraphs, lists, fenced
 * code, bold, code, links to https, and `<a id="…"></a>` lines. Everything else is text.
 */
export const renderMarkdown = (source: string): Html[] => {
  const blocks: Html[] = [];
  const lines = source.split('\n');
  while (lines.length > 0) {
    const line = lines.shift()!;
    const heading = /^(#{2,4}) (.+)$/.exec(line);
    const anchor = /^<a id="([\w.-]+)"><\/a>$/.exec(line);
    if (line.startsWith('```')) blocks.push(renderCode(takeUntil(lines, (next) => next.startsWith('```'))));
    else if (heading) blocks.push(renderHeading(heading[2]!));
    else if (anchor) continue;
    else if (line.startsWith('- ')) blocks.push(renderList([line, ...takeWhile(lines, isItem)]));
    else if (line.trim() !== '' && !line.startsWith('# ')) {
      blocks.push(html`<p>${renderInline([line, ...takeWhile(lines, isText)].join(' '))}</p>`);
    }
  }
  return blocks;
};

const isItem = (line: string) => /^(- | {2,}\S)/.test(line);
const isText = (line: string) => /^[^\s#`<-]/.test(line);

const takeWhile = (lines: string[], matches: (line: string) => boolean): string[] => {
  const end = lines.findIndex((line) => !matches(line));
  return lines.splice(0, end < 0 ? lines.length : end);
};

const takeUntil = (lines: string[], ends: (line: string) => boolean): string[] => {
  const taken = takeWhile(lines, (line) => !ends(line));
  lines.shift();
  return taken;
};

const renderCode = (lines: string[]): Html => html`<pre><code>${lines.join('\n')}</code></pre>`;

// The heading of a code is its anchor, dots and all: problems link to it.
const renderHeading = (text: string): Html =>
  html`<h2 id="${/^[\w.-]+$/.test(text) ? text : text.toLowerCase().replace(/\W+/g, '-')}">
    ${renderInline(text)}
  </h2>`;

const renderList = (lines: string[]): Html => {
  const items: string[] = [];
  for (const line of lines) {
    if (line.startsWith('- ')) items.push(line.slice(2));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return html`<ul>
    ${items.map((item) => html`<li>${renderInline(item)}</li>`)}
  </ul>`;
};

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(https:\/\/[^)\s]+\))/;

const renderInline = (text: string): Html[] =>
  text.split(INLINE).map((part, at) => (at % 2 === 0 ? html`${part}` : renderMarked(part)));

const renderMarked = (part: string): Html => {
  if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
  if (part.startsWith('**')) return html`<strong>${renderInline(part.slice(2, -2))}</strong>`;
  const [, label = '', url = ''] = /^\[([^\]]+)\]\((.+)\)$/.exec(part) ?? [];
  return html`<a href="${url}">${label}</a>`;
};
