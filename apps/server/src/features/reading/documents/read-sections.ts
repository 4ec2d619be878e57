import { createAnchors } from '../../../http/pages/anchors.ts';
import { splitFences } from './write-markdown.ts';

/** The text below a heading; `depth` 1 is the document's beginning. */
export type Section = { depth: number; title: string; anchor: string; text: string };

/** The sections of a document, with the anchors that its page has. */
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

/** A text without the marks of Markdown. */
export const toWords = (text: string): string =>
  text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*\\]/g, '');
