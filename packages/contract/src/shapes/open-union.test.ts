import { expect, test } from 'vitest';
import { z } from 'zod';
import { ROLE_NAMES } from '../laws/roles.ts';
import { CreateCredentialBody } from '../org/credentials.ts';
import { openUnion } from './open-union.ts';
import './say-issue.ts';
import { ROLE_WORDS } from './wording.ts';

const faultsOf = (schema: z.ZodType, value: unknown) =>
  schema
    .safeParse(value)
    .error?.issues.flatMap(openUnion)
    .map(({ path, code }) => [path.join('.'), code]);

test.each([
  [
    'a wrong one among scopes is named by its place',
    ['sessions:read', 'sessions:rea'],
    'scopes.1',
    'invalid_value',
  ],
  ['a wrong role is named as a whole', 'owner', 'scopes', 'invalid_union'],
  ['what is neither a list nor a role is named as a whole', 7, 'scopes', 'invalid_union'],
])('%s', (_, scopes, path, code) => {
  expect(faultsOf(CreateCredentialBody, { name: 'Dispatch', scopes })).toEqual([[path, code]]);
});

test.each(ROLE_NAMES)('the role %s in a list of scopes is told to go as a string', (role) => {
  expect(ROLE_WORDS).toEqual(ROLE_NAMES);
  expect(faultsOf(CreateCredentialBody, { name: 'Dispatch', scopes: role })).toBeUndefined();
  for (const scopes of [[role], ['sessions:read', role]]) {
    const { error } = CreateCredentialBody.safeParse({ name: 'Dispatch', scopes });
    expect(error?.issues.flatMap(openUnion).map(({ path, message }) => [path.join('.'), message])).toEqual([
      [`scopes.${scopes.length - 1}`, `is a role, which goes as a string and not in a list: "${role}"`],
    ]);
  }
});

test('what two forms may have meant is named as a whole', () => {
  const schema = z.union([z.array(z.literal('a')), z.array(z.literal('b'))]);
  expect(faultsOf(schema, ['c'])).toEqual([['', 'invalid_union']]);
});
