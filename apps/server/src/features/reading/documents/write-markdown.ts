import type { ResolveLink } from '../../../http/pages/render-markdown.ts';

/**
 * Writes a document for readers of Markdown: links lead to the server's Markdown, and a link without a page keeps its
 * words.
 */
export const writeMarkdown = (source: string, resolve: ResolveLink): string =>
  splitFences(source)
    .map((part, at) => (at % 2 === 1 ? part : resolveIn(part, resolve)))
    .join('');

/** Texts at even positions, blocks of code at odd ones. */
export const splitFences = (source: string): string[] => source.split(/^(```[\s\S]*?^```)/m);

// Brackets within code are no link.
const resolveIn = (text: string, resolve: ResolveLink): string =>
  text.replace(/(`[^`\n]*`)|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)/g, (...found: string[]) => {
    const [whole = '', code, words = '', href = ''] = found;
    if (code !== undefined) return whole;
    const address = resolve(href);
    return address === undefined ? words : `[${words}](${address})`;
  });
