import type { ResolveLink } from '../../../http/pages/render-markdown.ts';

/** A document for readers of Markdown: its links lead to the server's Markdown, what has no page keeps its words. */
export const writeMarkdown = (source: string, resolve: ResolveLink): string =>
  splitFences(source)
    .map((part, at) => (at % 2 === 1 ? part : resolveIn(part, resolve)))
    .join('');

/** Texts at even places, blocks of code at odd ones. */
export const splitFences = (source: string): string[] => source.split(/^(```[\s\S]*?^```)/m);

// Not within code, where brackets are no link.
const resolveIn = (text: string, resolve: ResolveLink): string =>
  text.replace(/(`[^`\n]*`)|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)/g, (...found: string[]) => {
    const [whole = '', code, words = '', href = ''] = found;
    if (code !== undefined) return whole;
    const address = resolve(href);
    return address === undefined ? words : `[${words}](${address})`;
  });
