import { expect, it } from 'vitest';
import { UsageError } from '../errors/field-inspection-error.ts';
import { buildUrl } from './build-url.ts';
import { path } from './route-path.ts';

it('appends the path to the base and keeps its prefix', () => {
  expect(buildUrl('https://example.com/inspect', path`/sessions`)).toBe(
    'https://example.com/inspect/sessions',
  );
});

it('leaves out what is undefined, and encodes the rest', () => {
  const query = { limit: 50, cursor: undefined, campaign: undefined, status: 'a&b=c', deep: false };
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
  const query = { metadata: { order: 'a&b', 'x.y': '' }, limit: 1 };
  expect(decodeURIComponent(buildUrl('https://example.com', path`/sessions`, query))).toBe(
    'https://example.com/sessions?metadata[order]=a&b&metadata[x.y]=&limit=1',
  );
  expect(buildUrl('https://example.com', path`/sessions`, query)).toContain('metadata%5Border%5D=a%26b');
});

it.each([
  ['null', { metadata: { order: null } }, 'metadata[order]'],
  ['a pair that is undefined', { metadata: { order: undefined, branch: 'a' } }, 'metadata[order]'],
  ['no pairs', { metadata: {} }, 'metadata'],
  ['null', { campaign: null, status: 'open' }, 'campaign'],
  ['NaN', { after_sequence: NaN }, 'after_sequence'],
  ['no values', { status: [] }, 'status'],
  ['a Date that is none', { created_after: new Date('soon') }, 'created_after'],
  ['a Map', { metadata: new Map([['order', 'a']]) }, 'metadata'],
])('refuses a filter of %s, which would be dropped or say nothing: %j', (_, query, name) => {
  const build = () => buildUrl('https://example.com', path`/sessions`, query);
  expect(build).toThrow(UsageError);
  expect(build).toThrow(`${name} must not be empty, null or NaN: leave it out`);
});

it('keeps an empty text, false and 0, which are values', () => {
  const query = { metadata: { order: '' }, reference: 'null', deep: false, after_sequence: 0 };
  expect(decodeURIComponent(buildUrl('https://example.com', path`/events`, query))).toBe(
    'https://example.com/events?metadata[order]=&reference=null&deep=false&after_sequence=0',
  );
});
