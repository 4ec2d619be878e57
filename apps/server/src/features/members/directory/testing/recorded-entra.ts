import { GROUP, PATCH, USER } from './open-directory.ts';

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** A step of a directory: what it sends, and what it goes on for. `{name}` stands for an id that came before. */
export type Step = {
  send: string;
  body?: object;
  status: number;
  /** Keeps the id of the reply, or of the first resource of a list, under this name. */
  keep?: string;
  /** The reply has these members, among others. */
  reply?: object;
  /** The member of the user kept as `user`, as the service has them after this step. */
  member?: { status?: string; role?: string; name?: string; email?: string };
};

export const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });

/**
 * The requests of Microsoft Entra ID, after "Develop and plan provisioning for a SCIM endpoint" and "Known issues with
 * SCIM 2.0 protocol compliance" of its documentation: the test of the connection, the match, the creation, updates in
 * both dialects, the soft deletion and the deletion.
 */
export const ENTRA: Step[] = [
  {
    send: 'GET /Users?filter=userName+eq+"2b8ef0a1-7c0d-4f1c-8f5f-8a6e6a6f9a10"',
    status: 200,
    reply: { totalResults: 0, Resources: [] },
  },
  { send: 'GET /Schemas', status: 200, reply: { totalResults: 2 } },
  { send: 'GET /Users?filter=userName eq "Ada@example.com"', status: 200, reply: { totalResults: 0 } },
  {
    send: 'POST /Users',
    body: {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Ada@example.com',
      active: true,
      addresses: [{ primary: false, type: 'work', country: null, locality: null }],
      displayName: 'Ada Rossi',
      emails: [{ primary: true, type: 'work', value: 'ada@example.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Ada Rossi', familyName: 'Rossi', givenName: 'Ada' },
      phoneNumbers: null,
      roles: [],
      title: null,
      [ENTERPRISE]: { department: 'Roofs', manager: 'b1b2c3' },
    },
    status: 201,
    keep: 'user',
    reply: { active: true, userName: 'Ada@example.com' },
    member: { status: 'active', name: 'Ada Rossi', email: 'ada@example.com', role: 'observer' },
  },
  { send: 'GET /Users/{user}', status: 200, reply: { displayName: 'Ada Rossi' } },
  {
    send: 'PATCH /Users/{user}',
    body: patch(
      { op: 'Replace', path: 'displayName', value: 'Ada Bianchi' },
      { op: 'Replace', path: 'name.familyName', value: 'Bianchi' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada.bianchi@example.com' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+49 30 1234' },
      { op: 'Replace', path: `${ENTERPRISE}:manager`, value: 'c4d5e6' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Walls' },
    ),
    status: 200,
    reply: { name: { formatted: 'Ada Rossi', familyName: 'Bianchi', givenName: 'Ada' } },
    member: { name: 'Ada Bianchi', email: 'ada.bianchi@example.com' },
  },
  // The older dialect: no path, dotted names, a flag as text, a single value as a list.
  {
    send: 'PATCH /Users/{user}',
    body: patch({
      op: 'replace',
      value: {
        'name.givenName': 'Adele',
        'emails[type eq "work"].value': 'adele@example.com',
        active: 'True',
      },
    }),
    status: 200,
    reply: { active: true },
    member: { email: 'adele@example.com', status: 'active' },
  },
  {
    send: 'PATCH /Users/{user}',
    body: patch({ op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'Adele Bianchi' }] }),
    status: 200,
    member: { name: 'Adele Bianchi' },
  },
  // A filter whose target is missing, by both words.
  {
    send: 'PATCH /Users/{user}',
    body: patch(
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@example.com' },
      { op: 'Replace', path: 'emails[type eq "other"].value', value: 'other@example.com' },
      { op: 'Add', path: 'title', value: null },
      { op: 'Replace', path: 'locale', value: null },
    ),
    status: 200,
    reply: {
      emails: [
        { primary: true, type: 'work', value: 'adele@example.com' },
        { type: 'home', value: 'home@example.com' },
        { type: 'other', value: 'other@example.com' },
      ],
    },
  },
  {
    send: 'GET /Groups?excludedAttributes=members&filter=displayName eq "Roofs"',
    status: 200,
    reply: { totalResults: 0 },
  },
  {
    send: 'POST /Groups',
    body: {
      schemas: [GROUP],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Roofs',
      meta: { resourceType: 'Group' },
    },
    status: 201,
    keep: 'group',
    reply: { displayName: 'Roofs', members: [] },
  },
  {
    send: 'PATCH /Groups/{group}',
    body: patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    status: 204,
    member: { role: 'inspector' },
  },
  { send: 'GET /Groups/{group}?excludedAttributes=members', status: 200, reply: { displayName: 'Roofs' } },
  {
    send: 'GET /Groups?filter=id eq "{group}" and members eq "{user}"',
    status: 200,
    reply: { totalResults: 1 },
  },
  // By value: RFC 7644 would empty the group.
  {
    send: 'PATCH /Groups/{group}',
    body: patch({
      op: 'Remove',
      path: 'members',
      value: [{ value: '00000000-0000-4000-8000-000000000000' }],
    }),
    status: 204,
    member: { role: 'inspector' },
  },
  {
    send: 'PATCH /Groups/{group}',
    body: patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
    status: 204,
    member: { role: 'observer' },
  },
  { send: 'DELETE /Groups/{group}', status: 204 },
  {
    send: 'PATCH /Users/{user}',
    body: patch({ op: 'Replace', path: 'active', value: 'False' }),
    status: 200,
    reply: { active: false },
    member: { status: 'disabled' },
  },
  {
    send: 'PATCH /Users/{user}',
    body: patch({ op: 'Add', path: 'active', value: [{ $ref: null, value: 'True' }] }),
    status: 200,
    reply: { active: true },
    member: { status: 'active' },
  },
  { send: 'DELETE /Users/{user}', status: 204 },
  { send: 'GET /Users/{user}', status: 404, reply: { status: '404' } },
];
