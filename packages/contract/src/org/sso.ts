import { z } from 'zod';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Id } from '../shapes/id.ts';
import { IfMatch } from '../shapes/if-match.ts';
import { NoBody } from '../shapes/no-body.ts';
import { singleLine, text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { SSO_PROTOCOLS, SSO_STATUSES } from '../vocabulary.ts';
import { DefaultRole } from './directory.ts';
import { ProviderVisit } from './provider-visit.ts';
import { SsoTest } from './sso-test.ts';

/** The most certificates that a connection trusts at once. */
export const MAX_SSO_CERTIFICATES = 10;

const SsoProtocol = z.enum(SSO_PROTOCOLS).meta({
  id: 'SsoProtocol',
  description: 'oidc: OpenID Connect; saml: SAML 2.0',
  example: 'oidc',
});

const SsoStatus = z.enum(SSO_STATUSES).meta({
  id: 'SsoStatus',
  description:
    'none: nothing is set; draft: to be tested; tested: a test has passed since the last change; active: members sign in by it',
  example: 'active',
});

const SsoCertificate = z
  .object({
    fingerprint: z.string().meta({ description: 'SHA-256, in hexadecimal digits', example: '3f'.repeat(32) }),
    not_before: Timestamp,
    not_after: Timestamp,
    source: z.enum(['given', 'metadata']).meta({
      description: 'given: by you; metadata: found at `metadata_url`',
      example: 'given',
    }),
    warning: z.enum(['ending', 'ended']).nullable().meta({
      description:
        'ending: within 30 days; ended: before now; null: neither. The key is what is trusted, so that no end refuses anybody',
      example: null,
    }),
  })
  .meta({ id: 'SsoCertificate', description: 'A certificate with which the provider signs' });

const claim = (description: string) => z.string().nullable().meta({ description, example: null });

/** How members sign in by the identity provider of their company. */
export const SsoConnection = z
  .object({
    id: Id.nullable().meta({ description: 'null before the first setting' }),
    protocol: SsoProtocol.nullable(),
    status: SsoStatus,
    issuer: z.string().nullable().meta({
      description: 'Of OpenID Connect the issuer, of SAML the entity id of the provider',
      example: 'https://login.example.com',
    }),
    client_id: z.string().nullable().meta({ description: 'Of OpenID Connect', example: 'field-inspection' }),
    has_client_secret: z
      .boolean()
      .meta({ description: 'The secret itself is shown to nobody', example: true }),
    sso_url: z.string().nullable().meta({
      description: 'Of SAML: where a sign-in begins, by HTTP-Redirect',
      example: null,
    }),
    metadata_url: z.string().nullable().meta({
      description: "Of SAML: the provider's metadata, looked at once a day for its certificates",
      example: null,
    }),
    metadata_read_at: Timestamp.nullable().meta({ description: 'When the metadata was last read' }),
    metadata_fault: z.string().nullable().meta({
      description: 'Why the last look at the metadata came to nothing; null otherwise',
      example: null,
    }),
    certificates: z.array(SsoCertificate).meta({ description: 'Of SAML; any of them may have signed' }),
    claims: z
      .object({
        email: claim('The claim with the address; null: the usual ones'),
        name: claim('The claim with the name; null: the usual ones'),
        groups: claim('The claim with the groups; null: the usual ones'),
      })
      .meta({ id: 'SsoClaims', description: 'What the provider calls what it tells of a person' }),
    just_in_time: z.boolean().meta({
      description:
        'Whether who is no member yet becomes one by their first sign-in. A directory that provisions members turns it off',
      example: false,
    }),
    default_role: DefaultRole,
    enforced: z.boolean().meta({
      description: 'Whether members sign in in no other way; an org_admin with `break_glass` does',
      example: false,
    }),
    tested_at: Timestamp.nullable().meta({ description: 'When a test last passed; null since a change' }),
    tested_by: Id.nullable().meta({ description: 'The member who tested' }),
    service: z
      .object({
        redirect_uri: z.string().nullable().meta({
          description: 'Of OpenID Connect: the redirect URI to register; null before the first setting',
          example: 'https://inspect.example.com/sso/oidc/019b2f6e-7c1a-7d3e-9f00-1a2b3c4d5e6f/callback',
        }),
        acs_url: z.string().nullable().meta({
          description: 'Of SAML: the assertion consumer service URL; null before the first setting',
          example: null,
        }),
        entity_id: z.string().nullable().meta({
          description: 'Of SAML: the entity id of this service, and the address of its metadata',
          example: null,
        }),
        start_url: z.string().nullable().meta({
          description:
            'Where a tile of the provider leads to: the page there begins a sign-in, once it is tapped',
          example: null,
        }),
      })
      .meta({ id: 'SsoService', description: 'What the provider is given of this service' }),
    version: z.int().meta({
      description: 'Counts the changes. The ETag is this number in quotes, as `"3"`',
      example: 3,
    }),
    updated_at: Timestamp.nullable().meta({ description: 'null before the first change' }),
  })
  .meta({ id: 'SsoConnection', description: "How members sign in by their company's identity provider" });

export type SsoConnection = z.infer<typeof SsoConnection>;

const url = (description: string, example: string) =>
  text(2048)
    .regex(/^https?:\/\/[\w.[\]:-]+([/?][\w\-.~:/?[\]@!$&()*+,;=%]*)?$/, 'must be an https address')
    .nullable()
    .optional()
    .meta({ description, example });

const named = (description: string, example: string) =>
  singleLine(255).min(1).nullable().optional().meta({ description, example });

/** The settings of a connection, in place of those before; the secret and the certificates stay unless they are given. */
export const PutSsoBody = z
  .strictObject({
    protocol: SsoProtocol,
    issuer: singleLine(1024).min(1).nullable().optional().meta({
      description:
        'Of OpenID Connect the issuer of one tenant; of SAML the entity id of the provider, which its metadata gives, too',
      example: 'https://login.example.com',
    }),
    client_id: named('Of OpenID Connect', 'field-inspection'),
    client_secret: text(2048).min(1).nullable().optional().meta({
      description: 'Of OpenID Connect; left out it stays, null for a client without one',
      example: 'kept-by-the-provider',
    }),
    sso_url: url('Of SAML: where a sign-in begins', 'https://login.example.com/saml'),
    metadata_url: url("Of SAML: the provider's metadata", 'https://login.example.com/metadata'),
    pem_certificates: z
      .array(text(16_384).min(1).meta({ description: 'One certificate in PEM' }))
      .max(MAX_SSO_CERTIFICATES)
      .optional()
      .meta({ description: 'Of SAML: all certificates, in place of those before; left out they stay' }),
    claims: z
      .strictObject({
        email: named('The claim with the address', 'mail'),
        name: named('The claim with the name', 'displayName'),
        groups: named('The claim with the groups', 'memberOf'),
      })
      .optional()
      .meta({ id: 'SsoClaimsInput', description: 'What the provider calls them, where it is unusual' }),
    just_in_time: z.boolean().optional().meta({ description: 'By default false', example: true }),
    default_role: DefaultRole.optional().meta({
      description: 'The role of who becomes a member by their first sign-in; by default observer',
      example: 'observer',
    }),
  })
  .meta({ id: 'PutSsoBody', description: 'The settings of the connection' });

export const EnforceSsoBody = z
  .strictObject({
    enforced: z.boolean().meta({ description: 'false: members sign in by a code as well', example: true }),
  })
  .meta({ id: 'EnforceSsoBody', description: 'Whether members sign in by the connection alone' });

export const sso = c.router(
  {
    get: {
      method: 'GET',
      path: '/org/sso',
      summary: 'Get the sign-on',
      description: 'Its ETag goes back as `If-Match` with a change.',
      responses: { 200: SsoConnection },
      metadata: { ...readPolicy('directory:read'), etag: true },
    },
    put: {
      method: 'PUT',
      path: '/org/sso',
      summary: 'Set the sign-on',
      description:
        'You must hold all that an org_admin holds. A change of what was tested makes it a draft again: members sign in by a code until it is tested and activated. So it is 409 while the sign-on is enforced: end that first. Another protocol or issuer forgets which persons were linked, and another issuer or client the secret of before. With `If-Match` it is changed only as long as nobody has changed it since.',
      headers: { 'if-match': IfMatch },
      body: PutSsoBody,
      responses: { 200: SsoConnection },
      metadata: {
        ...writePolicy('members:write', ['precondition_failed', 'sso.invalid_state', 'sso.not_in_plan']),
        etag: true,
      },
    },
    beginTest: {
      method: 'POST',
      path: '/org/sso/test',
      summary: 'Begin a test of the sign-on',
      description:
        'A sign-in that makes no session: it shows what the provider tells, and whom it would sign in.',
      body: NoBody,
      responses: { 200: ProviderVisit },
      metadata: {
        ...writePolicy('members:write', ['sso.invalid_state', 'sso.not_in_plan']),
        caller: 'member' as const,
      },
    },
    getTest: {
      method: 'GET',
      path: '/org/sso/test',
      summary: 'Get the last test of the sign-on',
      description: 'It is kept for a day, and until the next change.',
      responses: { 200: SsoTest },
      metadata: readPolicy('directory:read'),
    },
    activate: {
      method: 'POST',
      path: '/org/sso/activate',
      summary: 'Activate the sign-on',
      description: 'After a test that passed, and with a verified domain.',
      body: NoBody,
      responses: { 200: SsoConnection },
      metadata: {
        ...writePolicy('members:write', ['sso.invalid_state', 'sso.not_in_plan']),
        etag: true,
      },
    },
    disable: {
      method: 'POST',
      path: '/org/sso/disable',
      summary: 'Disable the sign-on',
      description: 'Nobody signs in by it any more, and its enforcement ends. Sessions stay until their end.',
      body: NoBody,
      responses: { 200: SsoConnection },
      metadata: { ...writePolicy('members:write', ['sso.invalid_state']), etag: true },
    },
    enforce: {
      method: 'POST',
      path: '/org/sso/enforce',
      summary: 'Enforce the sign-on',
      description:
        'Then members sign in in no other way. It takes an active connection that you have tested in this session, and an org_admin with `break_glass`.',
      body: EnforceSsoBody,
      responses: { 200: SsoConnection },
      metadata: {
        ...writePolicy('members:write', ['sso.invalid_state', 'sso.not_in_plan']),
        caller: 'member' as const,
        etag: true,
      },
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
