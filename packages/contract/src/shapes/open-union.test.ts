import { expect, test } from 'vitest';
import { z } from 'zod';
import { ROLE_NAMES } from '../laws/roles.ts';
import { CreateCredentialBody } from '../org/credentials.ts';
import { openUnion } from './open-union.ts';
import './say-issue.ts';
import { Email } from './text.ts';
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
  ['a list of too many scopes is told so', Array(51).fill('sessions:read'), 'scopes', 'too_big'],
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

test('an address that is too long is told so, where it may be empty', () => {
  const issues = (value: unknown) =>
    z
      .union([z.literal(''), Email])
      .safeParse(value)
      .error?.issues.flatMap(openUnion)
      .map(({ code, message }) => [code, message]);
  expect(issues(`${'a'.repeat(300)}@example.com`)).toEqual([['too_big', 'must have at most 254 characters']]);
  expect(issues('ada')).toEqual([['invalid_format', 'must be an e-mail address, such as ada@example.com']]);
});
