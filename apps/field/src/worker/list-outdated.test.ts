import { expect, it } from 'vitest';
import { listOutdated } from './judge-request.ts';

it('an update takes no copy of a session that the new version does not have', () => {
  const caches = [
    { name: 'new', pages: ['open'] },
    { name: 'other language', pages: ['open', 'closed'] },
    { name: 'before', pages: ['closed', 'open'] },
    { name: 'older', pages: ['older'] },
    { name: 'empty', pages: [] },
  ];
  expect(listOutdated(caches)).toEqual(['before', 'empty']);
});

it('the cache in use stays without a page, and of many the newest stay', () => {
  const caches = Array.from({ length: 10 }, (_, position) => ({
    name: `${position}`,
    pages: [`page ${position}`],
  }));
  expect(listOutdated([{ name: 'now', pages: [] }, ...caches])).toEqual(['7', '8', '9']);
});
