import type { Letter, LetterBlock } from './compose-letter.ts';

/** The text alternative of a letter: everything that its HTML says. */
export const renderLetterText = ({ greeting, blocks, footer }: Letter): string =>
  [greeting, ...blocks.map(renderBlock), `-- \n${footer}`].join('\n\n') + '\n';

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
