import type {
  LINK_PURPOSES,
  LocaleCode,
  SignatureLevel,
  SignatureProvider,
  SigningRequest,
  SigningView,
} from '@field-inspection/contract';
import { chooseContact, deriveSignatureStatus, maskEmail } from '@field-inspection/rules';
import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../../context.ts';
import { describeBrand, viewFieldBranding } from '../../branding/exports/describe-brand.ts';
import { formatSigningStatement } from '../../notifications/exports/list-field-texts.ts';
import { findNewestRevision } from '../../reports/exports/find-newest-report.ts';
import { linkReport } from '../../reports/exports/link-report.ts';
import { readContact } from '../../notifications/exports/read-contact.ts';
import { readSignature, type SignatureKey } from '../state/lock-signature.ts';
import { requireOpen, requireUnlocked } from '../state/signature-state.ts';
import { listSignerChannels, type SignatureRow, viewFailure } from '../state/signature-view.ts';
import { maskPhone } from '../../notifications/exports/mask-recipient.ts';

export const getSigning = async (
  context: Pick<Context, 'database' | 'config' | 'keyring' | 'clock'>,
  key: SignatureKey,
): Promise<SigningView> => {
  const now = context.clock.now();
  const row = await readSignature(context, key);
  if (row.status !== 'signed') requireOpen(row, now);
  const { prisma } = context.database;
  const { organisation_id } = row;
  const { brand, contact } = await readAsker(context, row);
  const report =
    row.status === 'signed'
      ? await prisma.report.findUniqueOrThrow({
          where: { organisation_id_id: { organisation_id, id: row.report_id } },
        })
      : await findNewestRevision(context, { organisationId: organisation_id, reportId: row.root_report_id });
  const locale = row.locale as LocaleCode;
  return {
    status: deriveSignatureStatus(row, now),
    locale,
    organisation_name: brand.name,
    branding: viewFieldBranding(context, brand),
    contact,
    signer_name: row.signer_name,
    level: row.level as SignatureLevel,
    provider: row.provider as SignatureProvider,
    statement: formatSigningStatement(locale, row.signer_name),
    report: viewSigningReport(context, report),
    failure: viewFailure(row),
    expires_at: row.expires_at.toISOString(),
    signed_at: row.signed_at?.toISOString() ?? null,
  };
};

/** Gives a report that is ready with a link to its PDF, which is dead after 15 minutes. */
export const viewSigningReport = (
  context: Pick<Context, 'config' | 'keyring' | 'clock'>,
  report: ReportRow,
): SigningView['report'] => ({
  id: report.id,
  locale: report.locale as LocaleCode,
  sha256: report.sha256!,
  byte_size: report.byte_size!,
  pages: report.pages!,
  pdf_url: linkReport(context, report),
});

type Show = Pick<Context, 'database' | 'config'>;

export const showRequest = async (context: Show, row: SignatureRow, now: Date): Promise<SigningRequest> => {
  if (row.status !== 'signed') {
    requireOpen(row, now);
    requireUnlocked(row);
  }
  const { brand, contact } = await readAsker(context, row);
  const canEnter = row.otp_expires_at !== null && row.otp_expires_at > now;
  return {
    purpose: row.purpose as (typeof LINK_PURPOSES)[number],
    status: deriveSignatureStatus(row, now),
    locale: row.locale as LocaleCode,
    organisation_name: brand.name,
    branding: viewFieldBranding(context, brand),
    contact,
    channels: listSignerChannels(row).map(({ channel }) => channel),
    channel_hint_email: row.signer_email ? maskEmail(row.signer_email) : null,
    channel_hint_phone: row.signer_phone ? maskPhone(row.signer_phone) : null,
    code_expires_at: canEnter ? row.otp_expires_at!.toISOString() : null,
    expires_at: row.expires_at.toISOString(),
  };
};

/** Gives whose the report is, and of which session. */
export const readAsker = async (
  { database }: Pick<Context, 'database'>,
  { organisation_id, session_id }: SignatureRow,
) => {
  const session = await database.prisma.session.findUniqueOrThrow({
    where: { organisation_id_id: { organisation_id, id: session_id } },
    select: {
      contact: true,
      reference: true,
      site_address: true,
      outcome: true,
      ended_at: true,
      organisation: { select: { name: true, branding: true, contact: true } },
    },
  });
  const { organisation } = session;
  return {
    session,
    brand: describeBrand(organisation.name, organisation.branding),
    contact: chooseContact(readContact(session), readContact(organisation)),
  };
};
