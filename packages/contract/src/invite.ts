import { z } from 'zod';
import { Id } from './id.ts';
import { Timestamp } from './timestamp.ts';

/** Where an invite stands. */
export const INVITE_STATUSES = ['pending', 'joined', 'locked', 'expired', 'revoked'] as const;

/** Where an invite stands, as bodies write it. */
export const InviteStatus = z
  .enum(INVITE_STATUSES)
  .meta({ id: 'InviteStatus', description: 'locked: five wrong codes; reissue it' });

/** An invite as it is shown after its creation: without its link and code. */
export const Invite = z
  .object({
    id: Id,
    session: Id,
    role: z.literal('field'),
    status: InviteStatus,
    expires_at: Timestamp,
    recipient_first_name: z.string(),
    recipient_last_name: z.string(),
    recipient_email: z.string(),
    recipient_phone: z.string().meta({ description: 'E.164; empty when absent', example: '+393331234567' }),
    otp_required: z.boolean(),
    otp_expires_at: Timestamp.nullable(),
    joined_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Invite', description: 'An invite of a field person to a session' });

/** An invite as its creation and its reissue return it: with the link and the code, this once. */
export const MintedInvite = Invite.extend({
  join_url: z.string().meta({ description: 'Carries a single-use token; shown only here' }),
  otp_code: z
    .string()
    .regex(/^\d{6}$/)
    .nullable()
    .meta({ description: '6 digits, shown only here; null when no code is required', example: '482913' }),
}).meta({ id: 'MintedInvite', description: 'A new invite with its link and code' });

export type InviteStatus = z.infer<typeof InviteStatus>;
export type Invite = z.infer<typeof Invite>;
export type MintedInvite = z.infer<typeof MintedInvite>;
