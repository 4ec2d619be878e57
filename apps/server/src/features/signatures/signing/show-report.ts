import type { LocaleCode, SharedReport } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { viewFieldBranding } from '../../branding/exports/describe-brand.ts';
import { findNewestRevision } from '../../reports/exports/find-newest-report.ts';
import { readSignature, type SignatureKey } from '../state/lock-signature.ts';
import { requireOpen } from '../state/signature-state.ts';
import { readAsker, viewSigningReport } from './show-signing.ts';

/** Shows a recipient the newest revision: a signature that was put into the PDF meanwhile is in it. */
export const showReport = async (
  context: Pick<Context, 'database' | 'config' | 'keyring' | 'clock'>,
  key: SignatureKey,
): Promise<SharedReport> => {
  const row = await readSignature(context, key);
  requireOpen(row, context.clock.now());
  const { organisationId } = key;
  const { brand, contact, session } = await readAsker(context, row);
  const report = await findNewestRevision(context, { organisationId, reportId: row.root_report_id });
  return {
    locale: row.locale as LocaleCode,
    organisation_name: brand.name,
    branding: viewFieldBranding(context, brand),
    contact,
    recipient_name: row.signer_name,
    reference: session.reference,
    site_address: session.site_address,
    ended_at: session.ended_at!.toISOString(),
    outcome: session.outcome as SharedReport['outcome'],
    report: viewSigningReport(context, report),
    expires_at: row.expires_at.toISOString(),
  };
};
