import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGES, ROOT } from './code-blocks/read-code-blocks.ts';

/** The anchors of a page: its own, and those that GitHub makes of its headings. */
const readAnchors = (path: string): string[] => {
  const text = readFileSync(path, 'utf8');
  const own = [...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id);
  const made = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...own, ...made];
};

it.each([...PAGES, 'SECURITY.md'])('every link of %s leads somewhere', (page) => {
  const path = join(ROOT, page);
  const text = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !readAnchors(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});
