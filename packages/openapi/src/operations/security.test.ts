import { openPolicy, readPolicy } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { securityOf, securitySchemesOf } from './security.ts';

const FIELD = { ...openPolicy(), auth: 'field_session' } as const;

test('a credential is an API key with the scope, or who has signed in where no key is taken', () => {
  const [apiKey, session] = [{ apiKey: ['sessions:read'] }, { session: ['sessions:read'] }];
  const policy = readPolicy('sessions:read');
  // A generated client would send the key as the cookie, too.
  expect(securityOf(policy)).toEqual([apiKey]);
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
  expect(Object.keys(securitySchemesOf([openPolicy(), readPolicy('org:read')]))).toEqual(['apiKey']);
  expect(securitySchemesOf([FIELD, readPolicy('org:read')])).toMatchObject({
    apiKey: { type: 'http', scheme: 'bearer' },
    fieldSession: { type: 'http', scheme: 'bearer' },
  });
});
