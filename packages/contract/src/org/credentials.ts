import { z } from 'zod';
import { readPolicy, SCOPES, writePolicy } from '../laws/policy.ts';
import { MemberRole } from './members.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Id } from '../shapes/id.ts';
import { Network } from '../shapes/network.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { Email, text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

export const ScopeName = z.enum(SCOPES).meta({
  id: 'ScopeName',
  description: 'What a credential may be allowed to do',
  example: 'sessions:read',
});

/** An API key, as far as it may be shown. */
export const CredentialKey = z
  .object({
    hint: z.string().nullable().meta({
      description: 'The last four characters of the key; null for one that was made before they were kept',
      example: '2Luo',
    }),
    created_at: Timestamp,
    valid_until: Timestamp.nullable().meta({
      description: 'Until when it is valid; null for the newest one, which its credential alone ends',
      example: null,
    }),
    last_used_at: Timestamp.nullable().meta({
      description: 'Written at most once a minute; null when it was never used',
    }),
  })
  .meta({ id: 'CredentialKey', description: 'An API key, as far as it may be shown' });

const CredentialStatus = z.enum(['active', 'revoked', 'expired']).meta({
  id: 'CredentialStatus',
  description: 'What has become of it. Of a member who is disabled an active one lets nobody in',
  example: 'active',
});

/** Holder of API keys: their scopes, networks and end. */
export const Credential = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'What it is for, in your words', example: 'Dispatch' }),
    status: CredentialStatus,
    scopes: z
      .array(ScopeName)
      .meta({ description: 'What its key may do', example: ['sessions:read', 'sessions:write'] }),
    operator_email: z
      .string()
      .meta({ description: 'The operator of what it creates', example: 'dispatch@example.com' }),
    member: Id.nullable().meta({ description: 'Whom it acts for; null for a machine' }),
    rate_limit: z.int().meta({ description: 'Requests a minute', example: 60 }),
    allowed_networks: z.array(z.string()).meta({
      description: 'From where its keys are taken; empty: from anywhere',
      example: ['203.0.113.0/24', '2001:db8::/32'],
    }),
    keys: z.array(CredentialKey).meta({
      description:
        'Its keys that are valid by themselves, the newest first: one, or two for the overlap of a rotation',
    }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({
      description: 'Written at most once a minute; null when it was never used',
    }),
    last_refused_at: Timestamp.nullable().meta({
      description:
        'When one of its keys last came from outside `allowed_networks`, written at most once a minute; null when none did',
      example: null,
    }),
    last_refused_address: z
      .string()
      .nullable()
      .meta({ description: 'From where it came then', example: null }),
    expires_at: Timestamp.nullable().meta({ description: 'null: it does not expire', example: null }),
    revoked_at: Timestamp.nullable().meta({ description: 'null while it is valid', example: null }),
  })
  .meta({ id: 'Credential', description: 'Who calls the API by keys' });

export type Credential = z.infer<typeof Credential>;

/** A credential with the key that it was just given. */
export const CredentialWithKey = Credential.extend({
  api_key: z.string().meta({
    description: 'Shown only here',
    example: 'fis_00000000000000000000000000000000Hj2Luo',
  }),
}).meta({ id: 'CredentialWithKey', description: 'A credential with the key that it was just given' });

const name = text(200).min(1).meta({ description: '1 to 200 characters', example: 'Dispatch' });
const expiresAt = Timestamp.nullable().meta({
  description: 'A time to come, no later than the end of your own key; null: it does not expire',
  example: '2027-11-20T14:30:00.000Z',
});
const allowedNetworks = z
  .array(Network)
  .max(50)
  .meta({
    description:
      'From where its keys are taken, within the networks of your own key; empty: from anywhere. Sockets of the live picture, too',
    example: ['203.0.113.0/24'],
  });

export const CreateCredentialBody = z
  .strictObject({
    name,
    scopes: z.union([z.array(ScopeName).min(1).max(50), MemberRole]).meta({
      description:
        'What it may do, within what you may: a list of scopes, or the name of a role, as a string, for those that it has now',
      example: ['sessions:read'],
    }),
    operator_email: Email.optional().meta({
      description:
        'The operator of what it creates; yours unless given. The address of another member is refused: name them by `member`',
      example: 'dispatch@example.com',
    }),
    member: z.uuid().optional().meta({
      description:
        'The active member whom it acts for, in place of `operator_email`: it then does no more than their role does',
    }),
    rate_limit: z.int().min(1).max(1_000_000).optional().meta({
      description: 'Requests a minute, at most as many as yours; 60 unless given, or yours if lower',
    }),
    expires_at: expiresAt.optional(),
    allowed_networks: allowedNetworks.optional(),
  })
  .meta({ id: 'CreateCredentialBody', description: 'The credential to create' });

/** The body that changes a credential; what is absent stays. */
export const UpdateCredentialBody = z
  .strictObject({
    name: name.optional(),
    expires_at: expiresAt.optional(),
    allowed_networks: allowedNetworks.optional(),
  })
  .meta({ id: 'UpdateCredentialBody', description: 'What to change; what is absent stays' });

export const RotateCredentialBody = z
  .strictObject({
    overlap_hours: z.int().min(0).max(168).optional().meta({
      description: 'How long the key before stays valid; 0: not at all; 24 unless given',
      default: 24,
      example: 24,
    }),
  })
  .meta({ id: 'RotateCredentialBody', description: 'How long the key before stays valid' });

export const CredentialPage = pageOf('CredentialPage', Credential);

const CredentialParams = z.object({ credential_id: Id });

export const credentials = c.router(
  {
    list: {
      method: 'GET',
      path: '/org/credentials',
      summary: 'List credentials',
      description: 'Newest first, those that ended included, without their keys.',
      query: z.strictObject(pageQuery),
      responses: { 200: CredentialPage },
      metadata: readPolicy('credentials:read', ['invalid_cursor']),
    },
    create: {
      method: 'POST',
      path: '/org/credentials',
      summary: 'Create a credential',
      description:
        'The key is returned here and never again. Nobody grants more than they hold: scopes, networks, time and requests a minute lie within those of your own key.',
      body: CreateCredentialBody,
      responses: { 201: CredentialWithKey },
      metadata: writePolicy('credentials:write'),
    },
    get: {
      method: 'GET',
      path: '/org/credentials/:credential_id',
      summary: 'Get a credential',
      description: 'Without its keys.',
      pathParams: CredentialParams,
      responses: { 200: Credential },
      metadata: readPolicy('credentials:read'),
    },
    update: {
      method: 'PATCH',
      path: '/org/credentials/:credential_id',
      summary: 'Change a credential',
      description:
        'Scopes stay as they were made. Networks and an end can be given to what you could have created yourself, as it is then. Networks that would shut out the very key that sets them, from where it calls, are refused.',
      pathParams: CredentialParams,
      body: UpdateCredentialBody,
      responses: { 200: Credential },
      metadata: writePolicy('credentials:write', ['credential_ended']),
    },
    rotate: {
      method: 'POST',
      path: '/org/credentials/:credential_id/rotate',
      summary: 'Rotate the key of a credential',
      description:
        'Returns a new key, this once; the one before stays valid for the overlap. A second rotation ends the oldest at once. You need what the credential may do.',
      pathParams: CredentialParams,
      body: RotateCredentialBody.optional(),
      responses: { 201: CredentialWithKey },
      metadata: writePolicy('credentials:write', ['credential_ended']),
    },
    revoke: {
      method: 'DELETE',
      path: '/org/credentials/:credential_id',
      summary: 'Revoke a credential',
      description:
        'Ends all its keys and the places that they have in live rooms. Once this answers, nothing more commits by them. The credential stays in the list.',
      pathParams: CredentialParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: writePolicy('credentials:write'),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
