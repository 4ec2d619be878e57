import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a page, by the page, the heading above it and its position on the page. */
export type Block = { name: string; page: string; heading: string; language: string; code: string };

export const ROOT = join(import.meta.dirname, '../..');
/** Blocks find the packages of this folder. */
export const SDK = join(ROOT, 'packages/sdk');

/** Readers copy from every guide and both READMEs. The recipes run as files, with their frameworks. */
export const PAGES = [
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'recipes.md')
    .map((name) => `docs/${name}`),
  'README.md',
  'packages/sdk/README.md',
];

/** Every block of every page, in their order. */
export const readCodeBlocks = (): Block[] => PAGES.flatMap(readPage);

function readPage(page: string): Block[] {
  const parts = readFileSync(join(ROOT, page), 'utf8').split(/^```/m);
  let heading = '';
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) {
      heading = part.match(/^#+ .*$/gm)?.at(-1) ?? heading;
      return [];
    }
    const [language = '', ...lines] = part.split('\n');
    const name = `${page} ${heading}, block ${(index + 1) / 2}`;
    return [{ name, page, heading, language, code: lines.join('\n') }];
  });
}

/** The comments behind `console.log` promise what is printed. */
export const readPromises = (code: string): string[] =>
  [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, promise = '']) => promise);

/** Receivers of webhooks are run by sending them deliveries; all other blocks are run as they are. */
export const isReceiver = ({ code }: Block): boolean =>
  /sdk\/webhooks'|createServer/.test(code) && !/sdk\/testing|new FieldInspection\(/.test(code);
