import type { Letter, LetterBlock, OwnText } from './letter.ts';
import { toPlainLines, toSingleLine } from './to-plain-lines.ts';

/**
 * Fills a letter with an organisation's own words. The greeting and the footer stay; blocks with a name stand where the
 * text names them, with all their parts, such as the validity of a link.
 */
export const fillLetter = (letter: Letter, { subject, body }: OwnText): Letter => ({
  ...letter,
  ...(subject === null ? {} : { subject: toSingleLine(fillVariables(subject, letter.variables)) }),
  ...(body === null ? {} : { blocks: fillBody(letter, body) }),
});

// Lines that follow each other are one paragraph; an empty one, or a block, ends it.
const fillBody = ({ blocks, variables }: Letter, body: string): LetterBlock[] => {
  const written: LetterBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) written.push({ kind: 'paragraph', text: paragraph.join('\n') });
    paragraph = [];
  };
  for (const line of toPlainLines(body).map((each) => each.trim())) {
    const name = /^\{(\w+)\}$/.exec(line)?.[1];
    const isBlock = name !== undefined && !Object.hasOwn(variables, name);
    if (line !== '' && !isBlock) paragraph.push(fillVariables(line, variables));
    else endParagraph();
    if (isBlock) written.push(...blocks.filter(({ part }) => part === name));
  }
  endParagraph();
  return written;
};

/**
 * Fills the variables of an organisation's own text in, once: a value is never read as a variable. The result is plain
 * text: HTML escapes it.
 */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(values, name) ? toSingleLine(values[name]!) : '',
  );
