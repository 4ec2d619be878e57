import { expect, test } from 'vitest';
import { z } from 'zod';
import { CreateCredentialBody } from '../org/credentials.ts';
import { openUnion } from './open-union.ts';

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

test('what two forms may have meant is named as a whole', () => {
  const schema = z.union([z.array(z.literal('a')), z.array(z.literal('b'))]);
  expect(faultsOf(schema, ['c'])).toEqual([['', 'invalid_union']]);
});
