import type { FieldState, Quotas } from '@field-inspection/contract';
import { chooseContact, showShots } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Participant, Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { describeUploads } from '../../../platform/describe-uploads.ts';
import { describeMediaConnection } from '../../../platform/media-connection.ts';
import { describeBrand, viewFieldBranding, type BrandRow } from '../../branding/exports/describe-brand.ts';
import { readConsents } from '../../consents/exports/consent-columns.ts';
import { readContact } from '../../notifications/exports/read-contact.ts';
import { viewSession, type SessionRow } from '../../sessions/exports/session-view.ts';

/** `contact` is the organisation's. */
export type NamedInvite = Participant & {
  organisation_name: string;
  branding: BrandRow | null;
  contact: Prisma.JsonValue;
};
export type FieldStateContext = Pick<Context, 'metrics' | 'clock' | 'config' | 'keyring' | 'secrets'>;

export const viewFieldState = (
  context: FieldStateContext,
  {
    invite,
    session,
    quotas,
    tokenHash,
  }: { invite: NamedInvite; session: SessionRow; quotas: z.output<typeof Quotas>; tokenHash: Buffer },
): Omit<z.output<typeof FieldState>, 'missing_shots'> => {
  const { id, status, locale, scheduled_for, notes, reference, site_address, shots, ...own } = viewSession({
    ...session,
    report: null,
  });
  const contact = chooseContact(own.contact, readContact(invite));
  return {
    session: {
      id,
      status,
      locale,
      scheduled_for,
      notes,
      reference,
      site_address,
      contact,
      shots: showShots(shots, locale),
    },
    participant: {
      id: invite.id,
      role: 'field',
      first_name: invite.recipient_first_name,
      last_name: invite.recipient_last_name,
      done_at: invite.done_at?.toISOString() ?? null,
    },
    consent_state: readConsents(invite),
    branding: viewFieldBranding(context, describeBrand(invite.organisation_name, invite.branding)),
    media_connection: describeMediaConnection(context, {
      organisationId: session.organisation_id,
      sessionId: id,
      role: 'field',
      identity: `field-${invite.id}`,
      participantId: invite.id,
      device: tokenHash.toString('base64url'),
    }),
    uploads: { ...describeUploads(context), quotas },
  };
};
