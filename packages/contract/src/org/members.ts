import { z } from 'zod';
import { openPolicy, readPolicy, writePolicy } from '../laws/policy.ts';
import { ROLE_NAMES } from '../laws/roles.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Id } from '../shapes/id.ts';
import { Locale, LocaleInput } from '../shapes/locale.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { Email, personName } from '../shapes/text.ts';
import { MessageFailure, MessageStatus } from '../sessions/messages.ts';
import { Timestamp } from '../shapes/timestamp.ts';
import { memberIdentity } from './member-identity.ts';
import { memberPasskeys } from './passkeys.ts';

/** A member's role, as bodies name it. */
export const MemberRole = z
  .enum(ROLE_NAMES)
  .meta({ id: 'MemberRole', description: 'A named set of scopes', example: 'inspector' });

export const MEMBER_STATUSES = ['invited', 'active', 'disabled'] as const;

const MemberStatus = z.enum(MEMBER_STATUSES).meta({
  id: 'MemberStatus',
  description: 'invited: did not accept yet; active; disabled: their keys let nobody in',
  example: 'active',
});

/** The newest e-mail that invites a member. */
export const MemberInvitation = z
  .object({
    status: MessageStatus,
    reason: MessageFailure.nullable().meta({
      description: 'Why it bounced or failed; null otherwise',
    }),
    updated_at: Timestamp.meta({ description: 'When its status last changed' }),
    expires_at: Timestamp.meta({ description: "End of the link's 7 days" }),
  })
  .meta({ id: 'MemberInvitation', description: 'The newest e-mail that invites a member' });

export type MemberInvitation = z.infer<typeof MemberInvitation>;

/** A person of an organisation. */
export const Member = z
  .object({
    id: Id,
    email: z.string().meta({ description: 'Of one member at a time', example: 'ada@example.com' }),
    name: z.string().meta({ description: 'First and last name', example: 'Ada Rossi' }),
    role: MemberRole,
    status: MemberStatus,
    locale: Locale,
    created_at: Timestamp,
    joined_at: Timestamp.nullable().meta({ description: 'When the invitation was accepted' }),
    break_glass: z.boolean().meta({
      description:
        'Whether this org_admin signs in by other ways, too, where the organisation enforces its sign-on; of no effect in another role',
      example: false,
    }),
    invitation: MemberInvitation.nullable().meta({
      description: 'What became of it; null where none was sent, or it is not kept any more',
      example: {
        status: 'sent',
        reason: null,
        updated_at: '2026-11-20T14:30:00.000Z',
        expires_at: '2026-11-27T14:30:00.000Z',
      },
    }),
  })
  .meta({ id: 'Member', description: 'A person of an organisation' });

export type Member = z.infer<typeof Member>;

export const InviteMemberBody = z
  .strictObject({
    email: Email.meta({ description: 'Where the invitation goes', example: 'ada@example.com' }),
    name: personName(200).meta({ description: '1 to 200 characters', example: 'Ada Rossi' }),
    role: MemberRole,
    locale: LocaleInput.optional().meta({
      description: "Of the invitation; the organisation's unless given",
    }),
  })
  .meta({ id: 'InviteMemberBody', description: 'The person to invite' });

export const UpdateMemberBody = z
  .strictObject({
    name: personName(200).optional().meta({ description: '1 to 200 characters', example: 'Ada Rossi' }),
    role: MemberRole.optional().meta({
      description: 'Of which the caller holds every scope',
      example: 'auditor',
    }),
    status: z.enum(['active', 'disabled']).optional().meta({
      description: 'disabled: every key of the member is refused from the next request on',
      example: 'disabled',
    }),
    break_glass: z.boolean().optional().meta({
      description: 'true for an org_admin alone. The last one stays while the sign-on is enforced',
      example: true,
    }),
  })
  .meta({ id: 'UpdateMemberBody', description: 'What changes of a member' });

export const AcceptInvitationBody = z
  .strictObject({
    token: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be what stands behind the # of the link')
      .meta({
        description: 'What stands behind the # of the link',
        example: 'q1Zy0kX7ZJ2cFJbV0oM8kq5rj3sT4uVwXyZaBcDeFgH',
      }),
    email: Email.meta({ description: 'The address that was invited', example: 'ada@example.com' }),
  })
  .meta({ id: 'AcceptInvitationBody', description: 'An invitation, and the address that it was for' });

export const AcceptedInvitation = z
  .object({
    organisation_name: z
      .string()
      .meta({ description: 'The organisation that invited', example: 'Acme Inspections' }),
    name: z.string().meta({ description: 'First and last name', example: 'Ada Rossi' }),
    role: MemberRole,
  })
  .meta({
    id: 'AcceptedInvitation',
    description: 'Of which organisation the person is a member now, and as what',
  });

const MemberParams = z.object({ member_id: Id });

/** The filters of the list of members; those given must all hold. */
export const ListMembersQuery = z.strictObject({
  ...pageQuery,
  status: MemberStatus.optional().meta({ description: 'Only members of this status' }),
  role: MemberRole.optional().meta({ description: 'Only members of this role' }),
});

export const members = c.router(
  {
    list: {
      method: 'GET',
      path: '/org/members',
      summary: 'List members',
      description: 'Newest first, without those who were removed.',
      query: ListMembersQuery,
      responses: { 200: pageOf('MemberPage', Member) },
      metadata: readPolicy('org:read', ['invalid_cursor']),
    },
    create: {
      method: 'POST',
      path: '/org/members',
      summary: 'Invite a person',
      description:
        'By e-mail, in their language; the link is valid for 7 days. Nobody grants more than they hold: a key that ends, or is bound to networks, gives no role.',
      body: InviteMemberBody,
      responses: { 201: Member },
      metadata: writePolicy('members:write', ['member.exists', 'member.limit']),
    },
    get: {
      method: 'GET',
      path: '/org/members/:member_id',
      summary: 'Get a member',
      description: 'Returns the member as they are now.',
      pathParams: MemberParams,
      responses: { 200: Member },
      metadata: readPolicy('org:read'),
    },
    update: {
      method: 'PATCH',
      path: '/org/members/:member_id',
      summary: 'Change a member',
      description:
        'Who is disabled is out within one request. The last active org_admin stays one, and so does the last with `break_glass` while the sign-on is enforced. It has no ETag: with an `If-Match` other than `*` the answer is 412, and nothing is changed.',
      pathParams: MemberParams,
      body: UpdateMemberBody,
      responses: { 200: Member },
      metadata: writePolicy('members:write', [
        'member.invalid_state',
        'org.last_admin',
        'precondition_failed',
        'unavailable',
      ]),
    },
    delete: {
      method: 'DELETE',
      path: '/org/members/:member_id',
      summary: 'Remove a member',
      description:
        'For good: their keys are revoked, and name and address are deleted. The last active org_admin stays. It has no ETag: with an `If-Match` other than `*` the answer is 412, and nothing is changed.',
      pathParams: MemberParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: writePolicy('members:write', ['org.last_admin', 'precondition_failed', 'unavailable']),
    },
    resendInvitation: {
      method: 'POST',
      path: '/org/members/:member_id/invitation',
      summary: 'Send an invitation again',
      description: 'With a new link, valid for 7 days; the one before is dead.',
      pathParams: MemberParams,
      body: NoBody,
      responses: { 200: Member },
      metadata: writePolicy('members:write', ['member.invalid_state']),
    },
    ...memberPasskeys,
    ...memberIdentity,
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);

export const invitations = c.router(
  {
    accept: {
      method: 'POST',
      path: '/org/invitations/accept',
      summary: 'Accept an invitation',
      description:
        'Once, by who has the link and gives the address that was invited. The page of the invitation signs them in as well.',
      body: AcceptInvitationBody,
      responses: { 200: AcceptedInvitation },
      metadata: {
        ...openPolicy(['link_expired', 'invitation.wrong_address']),
        idempotent: true as const,
        onDomain: true,
      },
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
