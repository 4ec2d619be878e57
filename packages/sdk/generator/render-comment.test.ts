import { expect, it } from 'vitest';
import { renderComment } from './render-comment.ts';

it('says nothing when there is nothing to say', () => {
  expect(renderComment(['', ''])).toBe('');
});

it('is one line when it can be', () => {
  expect(renderComment(['One inspection'])).toBe('/** One inspection */\n');
});

it('wraps at 100 characters, parts paragraphs and keeps code as it is', () => {
  const code = '```ts\nawait x;\n```';
  expect(renderComment([`${'word '.repeat(21)}end`, code])).toBe(
    `/**\n * ${'word '.repeat(20).trim()}\n * word end\n *\n * \`\`\`ts\n * await x;\n * \`\`\`\n */\n`,
  );
});

it('can’t be ended by what it tells', () => {
  expect(renderComment(['a */ b'])).toBe('/** a *\\/ b */\n');
});
