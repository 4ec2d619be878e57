import { openPolicy, readPolicy } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { securityOf, securitySchemesOf } from './security.ts';

const FIELD = { ...openPolicy(), auth: 'field_session' } as const;

test('a credential is an API key with the scope, or who has signed in, as the policy says', () => {
  const [apiKey, session] = [{ apiKey: ['sessions:read'] }, { session: ['sessions:read'] }];
  const policy = readPolicy('sessions:read');
  expect(securityOf(policy)).toEqual([apiKey, session]);
  expect(securityOf({ ...policy, caller: 'key' })).toEqual([apiKey]);
  expect(securityOf({ ...policy, caller: 'member' })).toEqual([session]);
});

test('a field session is its own bearer', () => {
  expect(securityOf(FIELD)).toEqual([{ fieldSession: [] }]);
});

test('an open route says that it needs nothing', () => {
  expect(securityOf(openPolicy())).toEqual([]);
});

test('the document shows the schemes that its routes use, and no other', () => {
  expect(Object.keys(securitySchemesOf([openPolicy()]))).toEqual([]);
  expect(Object.keys(securitySchemesOf([openPolicy(), readPolicy('org:read')]))).toEqual([
    'apiKey',
    'session',
  ]);
  expect(securitySchemesOf([FIELD, readPolicy('org:read')])).toMatchObject({
    apiKey: { type: 'http', scheme: 'bearer' },
    fieldSession: { type: 'http', scheme: 'bearer' },
  });
});
