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
    recipient_first_name: z.string().meta({ description: 'Empty when absent', example: 'Ada' }),
    recipient_last_name: z.string().meta({ description: 'Empty when absent', example: 'Rossi' }),
    recipient_email: z.string().meta({ description: 'Empty when absent', example: 'ada@example.com' }),
    recipient_phone: z.string().meta({ description: 'E.164; empty when absent', example: '+393331234567' }),
    otp_required: z.boolean().meta({ description: 'Whether joining takes a one-time code', example: true }),
    otp_expires_at: Timestamp.nullable().meta({
      description: "End of the code's 10 minutes; null without a code",
    }),
    joined_at: Timestamp.nullable().meta({ description: 'When the invite was redeemed' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Invite', description: 'An invite of a field person to a session' });

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
    .meta({ description: '6 digits, shown only here; null when no code is required', example: '482913' }),
}).meta({ id: 'MintedInvite', description: 'A new invite with its link and code' });

export type InviteStatus = z.infer<typeof InviteStatus>;
export type Invite = z.infer<typeof Invite>;
export type MintedInvite = z.infer<typeof MintedInvite>;
