import { expect, it } from 'vitest';
import { buildUrl } from './build-url.ts';
import { path } from './route-path.ts';

it('appends the path to the base and keeps its prefix', () => {
  expect(buildUrl('https://example.com/inspect', path`/sessions`)).toBe(
    'https://example.com/inspect/sessions',
  );
});

it('leaves out what is undefined or null, and encodes the rest', () => {
  const query = { limit: 50, cursor: undefined, campaign: null, status: 'a&b=c', deep: false };
  expect(buildUrl('https://example.com', path`/sessions`, query)).toBe(
    'https://example.com/sessions?limit=50&status=a%26b%3Dc&deep=false',
  );
});

it('writes a Date in ISO 8601', () => {
  const query = { created_after: new Date('2026-11-20T12:00:00Z') };
  expect(buildUrl('https://example.com', path`/sessions`, query)).toBe(
    'https://example.com/sessions?created_after=2026-11-20T12%3A00%3A00.000Z',
  );
});

it('writes an object pair by pair, as deepObject of OpenAPI', () => {
  const query = { metadata: { order: 'a&b', branch: undefined, 'x.y': '' }, limit: 1 };
  expect(decodeURIComponent(buildUrl('https://example.com', path`/sessions`, query))).toBe(
    'https://example.com/sessions?metadata[order]=a&b&metadata[x.y]=&limit=1',
  );
  expect(buildUrl('https://example.com', path`/sessions`, query)).toContain('metadata%5Border%5D=a%26b');
});
