import { expect, it } from 'vitest';
import { ConfigError } from './read-config.ts';
import { readRole } from './read-role.ts';

it('does everything unless told otherwise', () => {
  expect(readRole(undefined)).toBe('all');
  expect(['api', 'worker', 'all'].map(readRole)).toEqual(['api', 'worker', 'all']);
});

it.each(['', 'API', 'workers', '--help'])('refuses the role %j and says which there are', (role) => {
  expect(() => readRole(role)).toThrow(ConfigError);
  expect(() => readRole(role)).toThrow('[api|worker|all]');
});
