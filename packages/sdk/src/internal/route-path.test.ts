import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/field-inspection-error.ts';
import { buildUrl } from './build-url.ts';
import { path, renderPath } from './route-path.ts';

const renderEnd = (id: unknown) => renderPath(path`/sessions/${id}/end`);

describe('renderPath', () => {
  it('encodes a value as one segment', () => {
    expect(renderEnd('a b/c?d#e')).toBe('/sessions/a%20b%2Fc%3Fd%23e/end');
  });

  it('keeps a path without parameters as it is', () => {
    expect(renderPath(path`/sessions`)).toBe('/sessions');
  });

  it.each(['.', '..', '%2e', '%2E%2e', '.%2e', '../api_keys', 'a/../b', 'a\\..', '..%2fx', 'x%5C.'])(
    'refuses the dot segment in %j',
    (id) => {
      expect(() => renderEnd(id)).toThrow(UsageError);
    },
  );

  it.each([
    ['', 'must not be empty'],
    [undefined, 'must be a string; got undefined'],
    [null, 'must be a string; got null'],
    [42, 'must be a string; got number'],
    [{ id: 'x' }, 'must be a string; got object'],
    ['\ud800', 'must be well-formed Unicode'],
  ])('refuses %j and says that it %s', (id, message) => {
    expect(() => renderEnd(id)).toThrow(message);
  });

  it('names the place of the value that it refuses', () => {
    expect(() => renderPath(path`/sessions/${'s'}/participants/${undefined}/reissue`)).toThrow(
      'The path parameter {this} of /sessions/{…}/participants/{this}/reissue must be a string',
    );
  });

  it('takes dots that make no dot segment', () => {
    expect(renderEnd('...')).toBe('/sessions/.../end');
    expect(renderEnd('v1.2')).toBe('/sessions/v1.2/end');
  });
});

describe('any value that is not refused', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'f', '5', 'c', '?', '#', ':', '@', ' '),
    }),
  );

  it('stays between the route’s own literals, as exactly one segment, and comes back as it was', () => {
    let accepted = 0;
    fc.assert(
      fc.property(hostile, (id) => {
        const url = build(id);
        if (url === null) return;
        accepted++;
        const { origin, pathname, search, hash } = new URL(url);
        expect(origin).toBe('https://api.example.com');
        expect(pathname.startsWith('/prefix/sessions/')).toBe(true);
        expect(pathname.split('/')).toHaveLength(5);
        expect(pathname.endsWith('/end')).toBe(true);
        expect(decodeURIComponent(pathname.split('/')[3] ?? '')).toBe(id);
        expect(search + hash).toBe('');
      }),
      { numRuns: 5000 },
    );
    expect(accepted).toBeGreaterThan(1000);
  });
});

function build(id: string): string | null {
  try {
    return buildUrl('https://api.example.com/prefix', path`/sessions/${id}/end`);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return null;
  }
}
