import { expect, it } from 'vitest';
import { createAnchors } from '../../../http/pages/anchors.ts';
import { FURTHER } from './document.ts';
import { listDocuments, resolveLinks, writeChangelog } from './list-documents.ts';
import { readSections, writeMarkdown } from './read-sections.ts';

it.each([
  ['docs/evidence.md', 'verifying-evidence.md#a-report', '../docs/verifying-evidence#a-report'],
  ['docs/webhooks.md', '../packages/sdk/README.md', '../docs/sdk'],
  ['docs/architecture.md', 'decisions/', '../docs/decisions'],
  ['docs/webhooks.md', '#rotate-the-secret', '#rotate-the-secret'],
  ['docs/webhooks.md', 'https://www.rfc-editor.org/', 'https://www.rfc-editor.org/'],
  ['docs/evidence.md', '../examples/quickstart.ts', undefined],
  ['docs/evidence.md', 'javascript:alert(1)', undefined],
  ['docs/evidence.md', '//elsewhere.example', undefined],
])('a link of %s to %s leads to %s', (file, href, address) => {
  expect(resolveLinks({ file, root: '../' })(href)).toBe(address);
});

it('a document as Markdown leads to Markdown, and keeps its code', () => {
  const source = 'See [the `SDK`](sdk.md) and [x](none.ts), not `[a](b)`.\n\n```ts\nlist[0](a.md)\n```\n';
  expect(writeMarkdown(source, (href) => (href === 'sdk.md' ? '/docs/sdk.md' : undefined))).toBe(
    'See [the `SDK`](/docs/sdk.md) and x, not `[a](b)`.\n\n```ts\nlist[0](a.md)\n```\n',
  );
});

it('a heading in a block of code begins no section', () => {
  const sections = readSections('# One\n\ntext\n\n```sh\n# no heading\n```\n\n## Two `x`\n\nmore\n');
  expect(sections.map(({ depth, title, anchor }) => [depth, title, anchor])).toEqual([
    [1, 'One', 'one'],
    [2, 'Two x', 'two-x'],
  ]);
});

it('headings of the same words have anchors of their own, as GitHub counts them', () => {
  const anchorOf = createAnchors();
  expect(['Example', 'Example', 'session.already_ended', "What's new?"].map(anchorOf)).toEqual([
    'example',
    'example-1',
    'session.already_ended',
    'whats-new',
  ]);
});

it('every guide has a shelf that its subject names', () => {
  expect(listDocuments().filter(({ shelf }) => shelf === FURTHER)).toEqual([]);
});

it('the changelog puts what comes next before what was released, by its weight', () => {
  const changeset = (bump: string, text: string) => `---\n'@field-inspection/sdk': ${bump}\n---\n\n${text}\n`;
  const text = writeChangelog({
    changesets: [changeset('patch', 'Mended.'), changeset('minor', 'Added.\n\nWith more.')],
    released: '# @field-inspection/sdk\n\n## 0.1.0\n\n- First.\n',
  });
  expect(text).toBe(
    '# Changelog\n\nWhat changed in `@field-inspection/sdk` and in the API that it calls.\n\n' +
      '## In the next release\n\n### Minor changes\n\n- Added.\n  \n  With more.\n\n' +
      '### Patch changes\n\n- Mended.\n\n## 0.1.0\n\n- First.\n',
  );
});
