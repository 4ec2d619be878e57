import { z } from 'zod';
import { AddendaAnchor } from '../evidence/anchor.ts';
import { AuditEntryPage } from '../evidence/evidence.ts';
import { PlanName, SubscriptionState } from './billing.ts';
import { ScopeName } from './credentials.ts';
import { MemberRole } from './members.ts';
import { Id } from '../shapes/id.ts';
import { Locale, LocaleInput } from '../shapes/locale.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageQuery, wholeListOf } from '../shapes/page.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Contact, GivenContact } from '../shapes/contact/contact.ts';
import { personName } from '../shapes/text.ts';
import { TimeZoneInput } from '../shapes/time-zone.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** Secret that signs deliveries to `callbacks`, as its creation returns it, this once. */
export const CallbackSecret = z
  .object({
    signing_secret: z.string().meta({
      description: 'whsec_…; shown only here',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    }),
    previous_expires_at: Timestamp.nullable().meta({
      description: 'Until when the one before signs too; null when there was none',
      example: '2026-11-21T14:30:00.000Z',
    }),
  })
  .meta({ id: 'CallbackSecret', description: 'The new secret of callbacks' });

/** In less nobody fetches a code from their mail and does what they came for. */
const MIN_SIGN_IN_MINUTES = 5;

/** Every organisation begins with these, and may shorten them. */
export const MOST_SIGN_IN_MINUTES = { idle: 480, life: 1_440 };

/** The organisation of the API key. */
export const Organisation = z
  .object({
    id: Id,
    name: z
      .string()
      .meta({ description: 'As people read it in messages and reports', example: 'Acme Inspections' }),
    plan: PlanName,
    subscription_status: SubscriptionState,
    locale: Locale,
    time_zone: z.string().meta({ description: 'Of the IANA database', example: 'Europe/Rome' }),
    contact: Contact.nullable().meta({
      description: 'Whom field persons and signers turn to where their session has nobody of its own',
    }),
    sign_in_idle_minutes: z.int().meta({
      description: 'Minutes without use after which a signed-in member is signed out',
      example: MOST_SIGN_IN_MINUTES.idle,
    }),
    sign_in_life_minutes: z.int().meta({
      description: 'Minutes after a sign-in at which it ends, however much it is used',
      example: MOST_SIGN_IN_MINUTES.life,
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'Organisation', description: 'The organisation of the API key' });

export const UpdateOrganisationBody = z
  .strictObject({
    name: personName(200)
      .optional()
      .meta({ description: '1 to 200 characters', example: 'Acme Inspections' }),
    locale: LocaleInput.optional(),
    time_zone: TimeZoneInput.optional().meta({
      description: 'A name of the IANA database, in whichever case',
      example: 'Europe/Rome',
    }),
    contact: GivenContact.nullish().meta({
      description: 'Whom field persons and signers turn to; null: nobody',
    }),
    sign_in_idle_minutes: z.int().min(MIN_SIGN_IN_MINUTES).max(MOST_SIGN_IN_MINUTES.idle).optional().meta({
      description: '5 to 480. Sessions that there are follow from their next use on',
      example: 30,
    }),
    sign_in_life_minutes: z.int().min(MIN_SIGN_IN_MINUTES).max(MOST_SIGN_IN_MINUTES.life).optional().meta({
      description: '5 to 1440. Sessions that there are follow from their next use on',
      example: 600,
    }),
  })
  .meta({ id: 'UpdateOrganisationBody', description: 'What changes of the organisation' });

/** A role: a named set of scopes. */
export const Role = z
  .object({
    name: MemberRole,
    scopes: z
      .array(ScopeName)
      .meta({ description: 'What a member of this role may do', example: ['sessions:read', 'audit:read'] }),
  })
  .meta({ id: 'Role', description: 'What a member may do' });

/** The roles that there are, the same for every organisation. */
export const RoleList = wholeListOf('RoleList', Role, 'The roles, from the widest to the narrowest');

/** Head of the organisation's own chain, and its anchors. */
export const OrgChainHead = z
  .object({
    head: z.string().nullable().meta({
      description: '`hash` of the last entry; null while there is none',
      example: '3b1f0c6f8e2d4a7b9c5e1f3a6d8b0c2e4f6a8c0d2e4b6f8a1c3e5d7f9b0a2c4e',
    }),
    length: z.int().meta({ description: 'How many entries there are', example: 12 }),
    anchors: z.array(AddendaAnchor).meta({
      description: 'Of each authority the last token, and a try after that which has none yet',
    }),
  })
  .meta({ id: 'OrgChainHead', description: "The head of the organisation's own chain, and its anchors" });

export const org = c.router(
  {
    get: {
      method: 'GET',
      path: '/org',
      summary: 'Get the organisation',
      description:
        'That of the API key. `GET /v1/org/plan` says what its plan includes and what is used of it.',
      responses: { 200: Organisation },
      metadata: readPolicy('org:read'),
    },
    update: {
      method: 'PATCH',
      path: '/org',
      summary: 'Change the organisation',
      description:
        'Its name, its locale, the time zone in which times are printed, its contact, and how long its members stay signed in. It has no ETag: with an `If-Match` other than `*` the answer is 412, and nothing is changed.',
      body: UpdateOrganisationBody,
      responses: { 200: Organisation },
      metadata: writePolicy('org:write', ['precondition_failed']),
    },
    getRoles: {
      method: 'GET',
      path: '/org/roles',
      summary: 'Get the roles',
      description: 'Each with its scopes; the same for every organisation.',
      responses: { 200: RoleList },
      metadata: readPolicy('org:read'),
    },
    listAudit: {
      method: 'GET',
      path: '/org/audit',
      summary: "List the organisation's own chain",
      description:
        'What was done to members, settings, keys, branding, plan, retention and exports. Last entry first; from the first on it verifies as the chain of a session does.',
      query: z.strictObject(pageQuery),
      responses: { 200: AuditEntryPage },
      metadata: readPolicy('audit:read', ['invalid_cursor']),
    },
    getAuditHead: {
      method: 'GET',
      path: '/org/audit/head',
      summary: "Get the head of the organisation's own chain",
      description: 'With the tokens of the timestamp authorities, which see it once a day when it grew.',
      responses: { 200: OrgChainHead },
      metadata: readPolicy('audit:read'),
    },
    rotateCallbackSecret: {
      method: 'POST',
      path: '/org/callback-secret',
      summary: 'Rotate the callback secret',
      description: 'Returns a new secret, this once; the old one stays valid for 24 hours.',
      body: NoBody,
      responses: { 201: CallbackSecret },
      metadata: writePolicy('org:write'),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
