import { expect, it } from 'vitest';
import { ConfigError } from './read-config.ts';
import { readRole } from './read-role.ts';

it('does everything unless told otherwise', () => {
  for (const embedded of [true, false]) {
    expect(readRole(undefined, { embedded })).toBe('all');
    expect(readRole('all', { embedded })).toBe('all');
  }
  const halves = ['api', 'worker'].map((role) => readRole(role, { embedded: false }));
  expect(halves).toEqual(['api', 'worker']);
});

it.each(['api', 'worker'])('refuses %s alone without DATABASE_URL, and says what to do', (role) => {
  expect(() => readRole(role, { embedded: true })).toThrow(ConfigError);
  expect(() => readRole(role, { embedded: true })).toThrow(/^DATABASE_URL: is missing; set the same for/);
});

it.each(['', 'API', 'workers', '--help'])('refuses the role %j and says which there are', (role) => {
  expect(() => readRole(role, { embedded: true })).toThrow(ConfigError);
  expect(() => readRole(role, { embedded: true })).toThrow('[api | worker | all]');
});
