import type { LocaleCode, SigningRequest } from '@field-inspection/contract';
import { deriveSignatureStatus, maskEmail } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import { describeBrand, viewFieldBranding } from '../../branding/exports/describe-brand.ts';
import { maskPhone } from '../../notifications/exports/mask-recipient.ts';
import { listSignerChannels, type SignatureRow } from '../state/signature-view.ts';
import { requireOpen, requireUnlocked } from '../state/signature-state.ts';

type Show = Pick<Context, 'database' | 'config'>;

/** Shows the link's part of a request. Refuses once nothing can be done with the link. */
export const showRequest = async (context: Show, row: SignatureRow, now: Date): Promise<SigningRequest> => {
  if (row.status !== 'signed') {
    requireOpen(row, now);
    requireUnlocked(row);
  }
  const { name, branding } = await context.database.prisma.organisation.findUniqueOrThrow({
    where: { id: row.organisation_id },
    select: { name: true, branding: true },
  });
  const brand = describeBrand(name, branding);
  const canEnter = row.otp_expires_at !== null && row.otp_expires_at > now;
  return {
    status: deriveSignatureStatus(row, now),
    locale: row.locale as LocaleCode,
    organisation_name: brand.name,
    branding: viewFieldBranding(context, brand),
    channels: listSignerChannels(row).map(({ channel }) => channel),
    channel_hint_email: row.signer_email ? maskEmail(row.signer_email) : null,
    channel_hint_phone: row.signer_phone ? maskPhone(row.signer_phone) : null,
    code_expires_at: canEnter ? row.otp_expires_at!.toISOString() : null,
    expires_at: row.expires_at.toISOString(),
  };
};
