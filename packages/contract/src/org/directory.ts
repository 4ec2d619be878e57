import { z } from 'zod';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { ROLE_NAMES } from '../laws/roles.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Id } from '../shapes/id.ts';
import { IfMatch } from '../shapes/if-match.ts';
import { Network } from '../shapes/network.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { singleLine, text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { PROVISIONING_OUTCOMES } from '../vocabulary.ts';
import { CredentialPage, CredentialWithKey, RotateCredentialBody } from './credentials.ts';
import { MemberRole } from './members.ts';

/** The most groups that the map of roles names. */
export const MAX_MAPPED_GROUPS = 100;

/** Roles that a person may get without a group: all but `org_admin`, which the map alone gives. */
export const DefaultRole = z.enum(ROLE_NAMES.filter((role) => role !== 'org_admin')).meta({
  id: 'DefaultRole',
  description: 'The role of a person in no group of the map',
  example: 'observer',
});

/** The role of the persons of one group. */
export const DirectoryRole = z
  .object({
    group: z.string().meta({ description: 'The name of the group', example: 'Roof inspectors' }),
    role: MemberRole,
  })
  .meta({ id: 'DirectoryRole', description: 'The role of the persons of one group' });

export const Directory = z
  .object({
    scim_url: z.string().meta({
      description: 'What the directory is given as the address of this service',
      example: 'https://inspect.example.com/scim/v2',
    }),
    default_role: DefaultRole,
    roles: z.array(DirectoryRole).meta({ description: 'Who is in several of these groups has the widest' }),
    version: z.int().meta({
      description: 'Counts the changes. The ETag is this number in quotes, as `"3"`',
      example: 3,
    }),
    updated_at: Timestamp.nullable().meta({ description: 'null before the first change' }),
  })
  .meta({ id: 'Directory', description: 'What a directory that provisions the members may give' });

export type Directory = z.infer<typeof Directory>;

/** Changes; an absent field stays. */
export const UpdateDirectoryBody = z
  .strictObject({
    default_role: DefaultRole.optional(),
    roles: z
      .array(
        z
          .strictObject({
            group: singleLine(255).min(1).meta({
              description: 'As the directory names the group, in capitals or not',
              example: 'Roof inspectors',
            }),
            role: MemberRole,
          })
          .meta({ id: 'DirectoryRoleInput', description: 'The role of the persons of one group' }),
      )
      .max(MAX_MAPPED_GROUPS)
      .optional()
      .meta({ description: 'The whole map, in place of the one before. You must hold each role' }),
  })
  .meta({ id: 'UpdateDirectoryBody', description: 'What changes; what is left out stays' });

export const CreateDirectoryTokenBody = z
  .strictObject({
    name: text(200).min(1).meta({ description: '1 to 200 characters', example: 'Microsoft Entra ID' }),
    expires_at: Timestamp.nullable().optional().meta({
      description: 'A time to come, no later than the end of your own key; null: it does not expire',
      example: '2027-11-20T14:30:00.000Z',
    }),
    allowed_networks: z
      .array(Network)
      .max(50)
      .optional()
      .meta({
        description: 'From where it is taken, within the networks of your own key; empty: from anywhere',
        example: ['203.0.113.0/24'],
      }),
  })
  .meta({ id: 'CreateDirectoryTokenBody', description: 'The token to create' });

export const DirectoryGroup = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'As the directory names it', example: 'Roof inspectors' }),
    external_id: z
      .string()
      .nullable()
      .meta({ description: "The directory's own id, if it gave one", example: '7c1f0f6d' }),
    member_count: z.int().meta({ description: 'How many persons are in it', example: 12 }),
    role: MemberRole.nullable().meta({ description: 'What the map gives to its persons; null: nothing' }),
    created_at: Timestamp,
  })
  .meta({ id: 'DirectoryGroup', description: 'A group that the directory has sent' });

export type DirectoryGroup = z.infer<typeof DirectoryGroup>;

const ProvisioningOutcome = z.enum(PROVISIONING_OUTCOMES).meta({
  id: 'ProvisioningOutcome',
  description: 'unchanged: it asked for what was so already',
  example: 'applied',
});

export const ProvisioningEntry = z
  .object({
    id: Id,
    created_at: Timestamp,
    credential: Id.meta({ description: 'The token that it came with' }),
    method: z.string().meta({ description: 'Of the request', example: 'PATCH' }),
    resource: z.string().meta({ description: 'User or Group', example: 'User' }),
    resource_id: Id.nullable().meta({ description: 'Of the user or the group; null where none was made' }),
    name: z.string().meta({
      description: 'userName or displayName; empty where it is not known, or was erased',
      example: 'ada@example.com',
    }),
    member: Id.nullable().meta({ description: 'The member that the user is, if any' }),
    outcome: ProvisioningOutcome,
    changes: z.array(z.string()).meta({
      description: 'What became of it, such as `created`, `linked`, `status`, `role`, `email` or `members`',
      example: ['status'],
    }),
    code: z.string().nullable().meta({ description: 'Why it was refused; null otherwise', example: null }),
    detail: z.string().meta({ description: 'The same in a sentence; empty otherwise', example: '' }),
  })
  .meta({ id: 'ProvisioningEntry', description: 'One request of a directory that writes, and its outcome' });

export type ProvisioningEntry = z.infer<typeof ProvisioningEntry>;

export const ListProvisioningQuery = z.strictObject({
  ...pageQuery,
  outcome: ProvisioningOutcome.optional().meta({ description: 'Only entries of this outcome' }),
});

const TokenParams = z.object({ credential_id: Id });

export const directory = c.router(
  {
    get: {
      method: 'GET',
      path: '/org/directory',
      summary: 'Get the directory',
      description: 'Its ETag goes back as `If-Match` with a change.',
      responses: { 200: Directory },
      metadata: { ...readPolicy('directory:read'), etag: true },
    },
    update: {
      method: 'PATCH',
      path: '/org/directory',
      summary: 'Change the directory',
      description:
        'Which role its groups give, and which one a person in none of them has. Nobody grants more than they hold. Who is in a group of the map gets the role at once, and beyond 500 persons within a minute. With `If-Match` it is changed only as long as nobody has changed it since.',
      headers: { 'if-match': IfMatch },
      body: UpdateDirectoryBody,
      responses: { 200: Directory },
      metadata: {
        ...writePolicy('members:write', ['org.last_admin', 'precondition_failed', 'sso.not_in_plan']),
        etag: true,
      },
    },
    listTokens: {
      method: 'GET',
      path: '/org/directory/tokens',
      summary: 'List the tokens of the directory',
      description: 'Newest first, those that ended included, without their keys.',
      query: z.strictObject(pageQuery),
      responses: { 200: CredentialPage },
      metadata: readPolicy('directory:read', ['invalid_cursor']),
    },
    createToken: {
      method: 'POST',
      path: '/org/directory/tokens',
      summary: 'Create a token for the directory',
      description:
        'A credential with the scope `directory:write` and no other. Its key is returned here and never again. Your own key needs that scope, too.',
      body: CreateDirectoryTokenBody,
      responses: { 201: CredentialWithKey },
      metadata: writePolicy('credentials:write', ['sso.not_in_plan']),
    },
    rotateToken: {
      method: 'POST',
      path: '/org/directory/tokens/:credential_id/rotate',
      summary: 'Rotate a token of the directory',
      description: 'Returns another one, this once; the one before stays valid for the overlap.',
      pathParams: TokenParams,
      body: RotateCredentialBody.optional(),
      responses: { 201: CredentialWithKey },
      metadata: writePolicy('credentials:write', ['credential_ended', 'sso.not_in_plan']),
    },
    revokeToken: {
      method: 'DELETE',
      path: '/org/directory/tokens/:credential_id',
      summary: 'Revoke a token of the directory',
      description: 'Once this answers, nothing more commits by it. The members stay as they are.',
      pathParams: TokenParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: writePolicy('credentials:write'),
    },
    listGroups: {
      method: 'GET',
      path: '/org/directory/groups',
      summary: 'List the groups of the directory',
      description: 'Newest first, each with the role that the map gives to its persons.',
      query: z.strictObject(pageQuery),
      responses: { 200: pageOf('DirectoryGroupPage', DirectoryGroup) },
      metadata: readPolicy('directory:read', ['invalid_cursor']),
    },
    listLog: {
      method: 'GET',
      path: '/org/directory/log',
      summary: 'List what the directory did',
      description:
        'The requests of the last 30 days that write, newest first: what came, what became of it, and why it was refused.',
      query: ListProvisioningQuery,
      responses: { 200: pageOf('ProvisioningPage', ProvisioningEntry) },
      metadata: readPolicy('directory:read', ['invalid_cursor']),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
