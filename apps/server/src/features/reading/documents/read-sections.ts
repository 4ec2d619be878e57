import { createAnchors } from '../../../http/pages/anchors.ts';
import type { ResolveLink } from '../../../http/pages/render-markdown.ts';

export type Section = { depth: number; title: string; anchor: string; text: string };

export const readSections = (source: string): Section[] => {
  const anchorOf = createAnchors();
  const sections: Section[] = [];
  splitFences(source).forEach((part, at) => {
    if (at % 2 === 1) return;
    for (const line of part.split('\n')) {
      const [, marks, heading = ''] = /^(#{1,6}) (.*)$/.exec(line) ?? [];
      if (marks === undefined) {
        const last = sections.at(-1);
        if (last) last.text += `${line}\n`;
        continue;
      }
      sections.push({ depth: marks.length, title: toWords(heading), anchor: anchorOf(heading), text: '' });
    }
  });
  return sections;
};

export const toWords = (text: string): string =>
  text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*\\]/g, '');

/** Links lead to the server's Markdown; a link without a page keeps its words. */
export const writeMarkdown = (source: string, resolve: ResolveLink): string =>
  splitFences(source)
    .map((part, at) => (at % 2 === 1 ? part : resolveIn(part, resolve)))
    .join('');

/** Texts at even positions, blocks of code at odd ones. */
const splitFences = (source: string): string[] => source.split(/^(```[\s\S]*?^```)/m);

// Brackets within code are no link.
const resolveIn = (text: string, resolve: ResolveLink): string =>
  text.replace(/(`[^`\n]*`)|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)/g, (...found: string[]) => {
    const [whole = '', code, words = '', href = ''] = found;
    if (code !== undefined) return whole;
    const address = resolve(href);
    return address === undefined ? words : `[${words}](${address})`;
  });
