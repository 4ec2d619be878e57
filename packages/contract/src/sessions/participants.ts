import { Timestamp } from '../shapes/timestamp.ts';
import { z } from 'zod';
import { ParticipantConsents } from './consents.ts';
import { Id } from '../shapes/id.ts';
import { InviteMessage } from './messages.ts';
import { NoBody } from '../shapes/no-body.ts';
import { pageOf, pageQuery } from '../shapes/page.ts';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { PUBLIC_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Email, text } from '../shapes/text.ts';

export const INVITE_STATUSES = ['pending', 'joined', 'locked', 'expired', 'revoked'] as const;

export const InviteStatus = z
  .enum(INVITE_STATUSES)
  .meta({ id: 'InviteStatus', description: 'locked: five wrong codes; reissue it' });

/** An invite as events tell of it: without its link, its code and its messages. */
export const InviteNotice = z
  .object({
    id: Id,
    session: Id,
    role: z.literal('field').meta({ description: 'The person on site' }),
    status: InviteStatus,
    expires_at: Timestamp,
    recipient_first_name: z.string().meta({ description: 'Empty when absent', example: 'Ada' }),
    recipient_last_name: z.string().meta({ description: 'Empty when absent', example: 'Rossi' }),
    recipient_email: z.string().meta({ description: 'Empty when absent', example: 'ada@example.com' }),
    recipient_phone: z.string().meta({ description: 'E.164; empty when absent', example: '+393331234567' }),
    otp_required: z.boolean().meta({ description: 'Whether joining takes a one-time code', example: true }),
    otp_expires_at: Timestamp.nullable().meta({
      description: "End of the code's 10 minutes; null without a code",
    }),
    joined_at: Timestamp.nullable().meta({ description: 'When the invite was redeemed' }),
    done_at: Timestamp.nullable().meta({
      description:
        'When the person said that they are done; what they take afterwards leaves it. A reissue begins anew',
    }),
    created_at: Timestamp,
  })
  .meta({
    id: 'InviteNotice',
    description: 'An invite of a field person to a session, as events tell of it',
  });

/** An invite as it is shown after its creation: without its link and code. */
export const Invite = InviteNotice.extend({
  consent_state: ParticipantConsents,
  messages: z.array(InviteMessage).meta({
    description: 'What became of its e-mails and SMS, the oldest first: the newest of each kind and channel',
  }),
}).meta({ id: 'Invite', description: 'An invite of a field person to a session' });

/** An invite as its creation and its reissue return it: with the link and the code, this once. */
export const MintedInvite = Invite.extend({
  join_url: z.string().meta({
    description: 'Carries a single-use token; shown only here',
    example:
      'https://example.com/join/019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01#T1xJ0vFqWm3eYkZb8uRsAoC5hNdLp7iGQ2tVwXyHjKc',
  }),
  otp_code: z
    .string()
    .regex(/^\d{6}$/)
    .nullable()
    .meta({
      description:
        '6 digits, shown only here, and sent with the invite unless `send_code` is false; null when no code is required. It dies after 10 minutes: whoever opens the link later asks for a new one on the page',
      example: '482913',
    }),
}).meta({ id: 'MintedInvite', description: 'A new invite with its link and code' });

export type InviteStatus = z.infer<typeof InviteStatus>;
export type InviteNotice = z.infer<typeof InviteNotice>;
export type Invite = z.infer<typeof Invite>;
export type MintedInvite = z.infer<typeof MintedInvite>;

export const sendCode = z.boolean().meta({
  description:
    'Whether the code goes out with the invite, in a message of its own; true unless given. It dies after 10 minutes: with false no message carries it, and whoever opens the link asks for one on the page',
  example: true,
});

/**
 * The body that mints an invite. With an e-mail address or a phone number a 6-digit code is sent there, apart
 * from the link; with neither, the link alone lets in.
 */
export const CreateParticipantBody = z
  .strictObject({
    recipient_first_name: text(100).optional().meta({ description: 'Up to 100 characters', example: 'Ada' }),
    recipient_last_name: text(100).optional().meta({ description: 'Up to 100 characters', example: 'Rossi' }),
    recipient_email: z
      .union([z.literal(''), Email])
      .optional()
      .meta({ description: 'E-mail address, or empty', example: 'ada@example.com' }),
    recipient_phone: text(32).optional().meta({
      description:
        "With country code, after + or after what is dialled to leave the country of the organisation's time zone, such as 00",
      example: '+39 333 123 4567',
    }),
    send_email: z.boolean().optional().meta({
      description: 'E-mail the link to `recipient_email`, without which it is refused; false unless given',
      example: true,
    }),
    send_sms: z.boolean().optional().meta({
      description: 'Text the link to `recipient_phone`, without which it is refused; false unless given',
      example: true,
    }),
    send_code: sendCode.optional(),
    ttl_minutes: z.int().min(1).max(10_080).optional().meta({
      description:
        'Lifetime of the invite in minutes, 1 to 10 080; 1 440 unless given. These 1 440 count from `scheduled_for` while that is to come, any other number from now',
      example: 2_880,
    }),
  })
  .meta({ id: 'CreateParticipantBody', description: 'Whom to invite, and how the link travels' });

const SessionParams = z.object({ session_id: Id });
const InviteParams = z.object({ session_id: Id, invite_id: Id });

export const participants = c.router(
  {
    create: {
      method: 'POST',
      path: '/sessions/:session_id/participants',
      summary: 'Mint an invite',
      description:
        '`join_url` and `otp_code` are returned here and never again. `messages` are those that it queued.',
      pathParams: SessionParams,
      body: CreateParticipantBody.optional(),
      responses: { 201: MintedInvite },
      metadata: writePolicy('participants:write', ['session.already_ended']),
    },
    list: {
      method: 'GET',
      path: '/sessions/:session_id/participants',
      summary: 'List the invites of a session',
      description: 'Newest first, without links and codes. `messages` say what became of each.',
      pathParams: SessionParams,
      query: z.strictObject(pageQuery),
      responses: { 200: pageOf('InvitePage', Invite) },
      metadata: readPolicy('participants:read', ['invalid_cursor']),
    },
    reissue: {
      method: 'POST',
      path: '/sessions/:session_id/participants/:invite_id/reissue',
      summary: 'Reissue an invite',
      description:
        'Keeps the id, gives a new link and code with the first lifetime; the old ones are dead. `messages` are those that it queued.',
      pathParams: InviteParams,
      body: NoBody,
      responses: { 200: MintedInvite },
      metadata: writePolicy('participants:write', ['session.already_ended', 'invite_expired']),
    },
    revoke: {
      method: 'DELETE',
      path: '/sessions/:session_id/participants/:invite_id',
      summary: 'Revoke an invite',
      description: 'Its link, its code and the tokens it gave are dead. Repeating it changes nothing.',
      pathParams: InviteParams,
      body: NoBody,
      responses: { 204: c.noBody() },
      metadata: writePolicy('participants:write'),
    },
  },
  { pathPrefix: PUBLIC_ROOT, strictStatusCodes: true },
);
