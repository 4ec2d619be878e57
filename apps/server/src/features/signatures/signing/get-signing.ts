import type { LocaleCode, SignatureLevel, SignatureProvider, SigningView } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { describeBrand, viewFieldBranding } from '../../branding/exports/describe-brand.ts';
import { formatSigningStatement } from '../../notifications/exports/list-field-texts.ts';
import { findNewestRevision } from '../../reports/exports/find-newest-report.ts';
import { linkReport } from '../../reports/exports/link-report.ts';
import { type SignatureKey, readSignature } from '../state/lock-signature.ts';
import { deriveSignatureStatus, requireOpen } from '../state/signature-state.ts';
import { viewFailure } from '../state/signature-view.ts';

/** Shows the signer the newest revision of the report, or the one that bears their signature. */
export const getSigning = async (
  context: Pick<Context, 'database' | 'config' | 'keyring' | 'clock'>,
  key: SignatureKey,
): Promise<SigningView> => {
  const now = context.clock.now();
  const row = await readSignature(context, key);
  if (row.status !== 'signed') requireOpen(row, now);
  const { prisma } = context.database;
  const { organisation_id } = row;
  const { name, branding } = await prisma.organisation.findUniqueOrThrow({
    where: { id: organisation_id },
    select: { name: true, branding: true },
  });
  const report =
    row.status === 'signed'
      ? await prisma.report.findUniqueOrThrow({
          where: { organisation_id_id: { organisation_id, id: row.report_id } },
        })
      : await findNewestRevision(context, { organisationId: organisation_id, reportId: row.root_report_id });
  const brand = describeBrand(name, branding);
  const locale = row.locale as LocaleCode;
  return {
    status: deriveSignatureStatus(row, now),
    locale,
    organisation_name: brand.name,
    branding: viewFieldBranding(context, brand),
    signer_name: row.signer_name,
    level: row.level as SignatureLevel,
    provider: row.provider as SignatureProvider,
    statement: formatSigningStatement(locale, row.signer_name),
    report: {
      id: report.id,
      locale: report.locale as LocaleCode,
      sha256: report.sha256!,
      byte_size: report.byte_size!,
      pages: report.pages!,
      pdf_url: linkReport(context, report),
    },
    failure: viewFailure(row),
    expires_at: row.expires_at.toISOString(),
    signed_at: row.signed_at?.toISOString() ?? null,
  };
};
