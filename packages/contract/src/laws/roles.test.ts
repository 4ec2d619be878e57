import { expect, test } from 'vitest';
import { listRoutes } from '../list-routes.ts';
import { SCOPES } from './policy.ts';
import { ROLE_NAMES, ROLES } from './roles.ts';

const scopesOfRoutes = new Set(listRoutes().flatMap(({ policy }) => policy.scope ?? []));

test('an org_admin may do everything, and an auditor reads everything and changes nothing', () => {
  expect(ROLES.org_admin).toEqual(SCOPES);
  expect(ROLES.auditor).toEqual(SCOPES.filter((scope) => scope.endsWith(':read')));
});

test('every role is a set of known scopes, each named once', () => {
  for (const role of ROLE_NAMES) {
    expect(ROLES[role].filter((scope) => !SCOPES.includes(scope))).toEqual([]);
    expect(new Set(ROLES[role]).size).toBe(ROLES[role].length);
  }
});

test('nobody but an org_admin manages the organisation: members, keys, branding, webhooks, the plan, retention', () => {
  const managing = /^(org|members|credentials|branding|billing|webhooks|retention):write$/;
  expect([...scopesOfRoutes].some((scope) => managing.test(scope))).toBe(true);
  for (const role of ROLE_NAMES.filter((name) => name !== 'org_admin')) {
    expect(ROLES[role].filter((scope) => managing.test(scope))).toEqual([]);
  }
});
