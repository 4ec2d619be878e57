import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors/field-inspection-error.ts';
import { buildUrl } from './build-url.ts';
import { path, renderPath } from './route-path.ts';

const renderEnd = (id: unknown) => renderPath(path`/sessions/${{ id }}/end`);

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
    ['\ud800', 'must not have a lone surrogate'],
  ])('refuses %j and says that it %s', (id, message) => {
    expect(() => renderEnd(id)).toThrow(message);
  });

  it('names the parameter that it refuses', () => {
    const at = path`/sessions/${{ sessionId: 's' }}/participants/${{ inviteId: undefined }}/reissue`;
    expect(() => renderPath(at)).toThrow(/^inviteId must be a string; got undefined$/);
  });

  it('takes dots that make no dot segment', () => {
    expect(renderEnd('...')).toBe('/sessions/.../end');
    expect(renderEnd('v1.2')).toBe('/sessions/v1.2/end');
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'f', '5', 'c', '?', '#', ':', '@', ' '),
  }),
  fc
    .array(
      fc.constantFrom('..', '.', '%2e', '%2E', '%252e', '%2f', '/', '\\', '%5c', '%00', '\r\n', ';', 'a'),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((parts) => parts.join('')),
);

it('no path parameter of 10⁴ hostile strings changes the route’s prefix or its segment count', () => {
  let accepted = 0;
  fc.assert(
    fc.property(hostile, hostile, (sessionId, inviteId) => {
      const url = build(sessionId, inviteId);
      if (url === null) return;
      accepted++;
      const { origin, pathname, search, hash } = new URL(url);
      const segments = pathname.split('/');
      expect([origin, search, hash]).toEqual(['https://api.example.com', '', '']);
      expect(pathname.startsWith('/prefix/api/v1/public/sessions/')).toBe(true);
      expect(segments).toHaveLength(10);
      expect([segments[7], segments[9]]).toEqual(['participants', 'reissue']);
      // Ids arrive as they were given, whatever they hold.
      expect([segments[6], segments[8]].map((part) => decodeURIComponent(part ?? ''))).toEqual([
        sessionId,
        inviteId,
      ]);
    }),
    { numRuns: 10_000 },
  );
  expect(accepted).toBeGreaterThan(1000);
  expect(accepted).toBeLessThan(9000);
});

function build(sessionId: string, inviteId: string): string | null {
  const base = 'https://api.example.com/prefix';
  try {
    return buildUrl(
      base,
      path`/api/v1/public/sessions/${{ sessionId }}/participants/${{ inviteId }}/reissue`,
    );
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return null;
  }
}
