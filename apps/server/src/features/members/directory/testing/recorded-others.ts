import { GROUP, PATCH, USER } from './open-directory.ts';
import { ENTERPRISE, patch, type Step } from './recorded-entra.ts';

/**
 * The requests of Okta, after "SCIM protocol" and "Build your SCIM API service" of its documentation and its test suite
 * (okta-SCIM-20-SPEC): the match, the creation, the update by PUT with a password, deactivation, the POST again, and
 * groups that are pushed.
 */
export const OKTA: Step[] = [
  { send: 'GET /Users?startIndex=1&count=2', status: 200, reply: { startIndex: 1 } },
  { send: 'GET /Users/010101001010101011001010101011', status: 404, reply: { status: '404' } },
  {
    send: 'GET /Users?filter=userName%20eq%20%22bo%40example.com%22&startIndex=1&count=100',
    status: 200,
    reply: { totalResults: 0 },
  },
  {
    send: 'POST /Users',
    body: {
      schemas: [USER],
      userName: 'bo@example.com',
      name: { givenName: 'Bo', familyName: 'Lund' },
      emails: [{ primary: true, value: 'bo@example.com', type: 'work' }],
      displayName: 'Bo Lund',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    },
    status: 201,
    keep: 'user',
    reply: { active: true, externalId: '00ujl29u0le5T6Aj10h7' },
    member: { status: 'active', name: 'Bo Lund' },
  },
  {
    send: 'POST /Users',
    body: { schemas: [USER], userName: 'bo@example.com', active: true },
    status: 409,
    reply: { scimType: 'uniqueness' },
  },
  { send: 'GET /Users/{user}', status: 200, reply: { userName: 'bo@example.com' } },
  {
    send: 'PUT /Users/{user}',
    body: {
      schemas: [USER],
      id: '{user}',
      userName: 'bo@example.com',
      name: { givenName: 'Bo', middleName: 'K', familyName: 'Berg' },
      emails: [{ primary: true, value: 'bo.berg@example.com', type: 'work', display: 'bo.berg@example.com' }],
      active: true,
      password: 't1meMa$heen',
      groups: [],
      meta: { resourceType: 'User' },
    },
    status: 200,
    reply: { externalId: '00ujl29u0le5T6Aj10h7' },
    member: { name: 'Bo Berg', email: 'bo.berg@example.com' },
  },
  {
    send: 'PATCH /Users/{user}',
    body: patch({ op: 'replace', value: { active: false } }),
    status: 200,
    reply: { active: false },
    member: { status: 'disabled' },
  },
  {
    send: 'POST /Users',
    body: {
      schemas: [USER],
      userName: 'bo@example.com',
      emails: [{ primary: true, value: 'bo.berg@example.com', type: 'work' }],
      externalId: '00ujl29u0le5T6Aj10h7',
      password: '1mz050nq',
      active: true,
    },
    status: 201,
    keep: 'user',
    reply: { active: true },
    member: { status: 'active' },
  },
  {
    send: 'POST /Groups',
    body: { schemas: [GROUP], displayName: 'Roofs', members: [] },
    status: 201,
    keep: 'group',
  },
  { send: 'GET /Groups?startIndex=1&count=100', status: 200, reply: { totalResults: 1 } },
  {
    send: 'PATCH /Groups/{group}',
    body: patch({ op: 'add', path: 'members', value: [{ value: '{user}', display: 'bo@example.com' }] }),
    status: 204,
    member: { role: 'inspector' },
  },
  {
    send: 'PATCH /Groups/{group}',
    body: patch({ op: 'replace', value: { id: '{group}', displayName: 'Roofs and walls' } }),
    status: 204,
    member: { role: 'observer' },
  },
  {
    send: 'PATCH /Groups/{group}',
    body: patch({ op: 'replace', value: { id: '{group}', displayName: 'Roofs' } }),
    status: 204,
    member: { role: 'inspector' },
  },
  {
    send: 'PATCH /Groups/{group}',
    body: patch({ op: 'remove', path: 'members[value eq "{user}"]' }),
    status: 204,
    member: { role: 'observer' },
  },
  {
    send: 'PUT /Groups/{group}',
    body: {
      schemas: [GROUP],
      id: '{group}',
      displayName: 'Roofs',
      members: [{ value: '{user}', display: 'bo@example.com' }],
    },
    status: 200,
    reply: { displayName: 'Roofs' },
    member: { role: 'inspector' },
  },
  { send: 'DELETE /Groups/{group}', status: 204, member: { role: 'observer' } },
];

/**
 * The requests of Google Workspace, after "About automated user provisioning" and the catalogue's SCIM applications:
 * JSON of the plain type, a filter by userName, PATCH or PUT of everything, suspension by active, and no groups.
 */
export const GOOGLE: Step[] = [
  { send: 'GET /ServiceProviderConfig', status: 200, reply: { patch: { supported: true } } },
  {
    send: 'GET /Users?filter=userName eq "cy@example.com"&startIndex=1&count=1',
    status: 200,
    reply: { totalResults: 0 },
  },
  {
    send: 'POST /Users',
    body: {
      schemas: [USER, ENTERPRISE],
      userName: 'cy@example.com',
      name: { familyName: 'Wood', givenName: 'Cy', formatted: 'Cy Wood' },
      displayName: 'Cy Wood',
      emails: [{ value: 'cy@example.com', type: 'work', primary: true }],
      addresses: [{ type: 'work', formatted: '1 High Street' }],
      active: true,
      externalId: '110169484474386276334',
    },
    status: 201,
    keep: 'user',
    member: { status: 'active', name: 'Cy Wood' },
  },
  {
    send: 'PUT /Users/{user}',
    body: {
      schemas: [USER],
      userName: 'cy.wood@example.com',
      name: { familyName: 'Wood', givenName: 'Cyrus' },
      emails: [{ value: 'cy.wood@example.com', primary: true }],
      active: true,
    },
    status: 200,
    member: { name: 'Cyrus Wood', email: 'cy.wood@example.com' },
  },
  {
    send: 'PATCH /Users/{user}',
    body: patch({ op: 'replace', path: 'active', value: false }),
    status: 200,
    member: { status: 'disabled' },
  },
  { send: 'DELETE /Users/{user}', status: 204 },
];

/**
 * The requests of OneLogin, after "Define your own SCIM-based provisioning integration": the search, the creation, PUT
 * with everything, groups by PUT and PATCH, suspension by PUT.
 */
export const ONELOGIN: Step[] = [
  {
    send: 'GET /Users?filter=userName%20eq%20%22dee%40example.com%22',
    status: 200,
    reply: { totalResults: 0 },
  },
  {
    send: 'POST /Users',
    body: {
      schemas: [USER],
      userName: 'dee@example.com',
      externalId: '46432171',
      name: { formatted: 'Dee Park', givenName: 'Dee', familyName: 'Park' },
      emails: [{ value: 'dee@example.com', type: 'work', primary: true }],
      displayName: 'Dee Park',
      active: true,
      title: '',
    },
    status: 201,
    keep: 'user',
    member: { status: 'active' },
  },
  { send: 'GET /Groups?filter=displayName eq "Roofs"', status: 200, reply: { totalResults: 0 } },
  { send: 'POST /Groups', body: { schemas: [GROUP], displayName: 'Roofs' }, status: 201, keep: 'group' },
  {
    send: 'PATCH /Groups/{group}',
    body: { schemas: [PATCH], Operations: [{ op: 'add', path: 'members', value: [{ value: '{user}' }] }] },
    status: 204,
    member: { role: 'inspector' },
  },
  {
    send: 'PUT /Users/{user}',
    body: {
      schemas: [USER],
      id: '{user}',
      userName: 'dee@example.com',
      externalId: '46432171',
      name: { formatted: 'Dee Park', givenName: 'Dee', familyName: 'Park' },
      emails: [{ value: 'dee@example.com', type: 'work', primary: true }],
      active: false,
    },
    status: 200,
    reply: { active: false },
    member: { status: 'disabled' },
  },
  { send: 'DELETE /Users/{user}', status: 204 },
];
