import type { Letter, LetterBlock } from './letter.ts';
import type { LetterDress } from './dress-letter.ts';

/** The text alternative of a letter: everything that its HTML says. */
export const renderLetterText = ({ greeting, blocks, footer, dress }: Letter): string =>
  [greeting, ...blocks.map(renderBlock), `-- \n${footer}`, ...(dress ? renderDress(dress) : [])].join(
    '\n\n',
  ) + '\n';

const renderDress = ({ footer, links }: LetterDress): string[] =>
  [footer.join('\n'), links.map(({ label, url }) => `${label}: ${url}`).join('\n')].filter(
    (part) => part !== '',
  );

const renderBlock = (block: LetterBlock): string => {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'fact':
      return `${block.label}: ${block.value}`;
    case 'quote':
      // Quoted, so that notes can't pass for the letter's own words.
      return [`${block.label}:`, ...block.lines.map((line) => `> ${line}`.trimEnd())].join('\n');
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'code':
      return `    ${block.code}`;
  }
};
