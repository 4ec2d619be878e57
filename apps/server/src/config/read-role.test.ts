import { expect, it } from 'vitest';
import { ConfigError } from './read-config.ts';
import { describeUsage, readRole, requireShared } from './read-role.ts';

it('does everything unless told otherwise', () => {
  expect([readRole(undefined), readRole('all')]).toEqual(['all', 'all']);
  expect(['api', 'worker'].map(readRole)).toEqual(['api', 'worker']);
  for (const embedded of [true, false]) requireShared('all', { embedded });
  for (const role of ['api', 'worker'] as const) requireShared(role, { embedded: false });
});

it.each(['api', 'worker'] as const)('refuses %s alone without DATABASE_URL, and says what to do', (role) => {
  const require = () => requireShared(role, { embedded: true });
  expect(require).toThrow(ConfigError);
  expect(require).toThrow(/^DATABASE_URL: is missing; set the same for/);
});

it.each(['', 'API', 'workers', '--help'])('refuses the role %j, and says which there are', (role) => {
  expect(() => readRole(role)).toThrow(ConfigError);
  expect(() => readRole(role)).toThrow(`There is no role ${JSON.stringify(role)}.`);
  expect(() => readRole(role)).toThrow('[api | worker | all]');
});

it('promises a database to a checkout alone', () => {
  expect(describeUsage(false)).toContain('brings a database of its own');
  expect(describeUsage(true)).not.toMatch(/of its own|demo/);
  expect(describeUsage(true)).toContain('It needs a PostgreSQL: set DATABASE_URL');
});
