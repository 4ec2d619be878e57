import { requireUnredacted, wasRedacted } from '@field-inspection/rules';
import { Refusal, noSuch } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import { nameContent } from '../../platform/object-store/object-key.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import type { StoredFile } from '../../http/streams/reply-file.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { findNewestReport } from './exports/find-newest-report.ts';
import { judgeLink } from './exports/link-report.ts';
import type { ReportRow } from './report-view.ts';
import { requireSession } from './read-reports.ts';

/** The newest report of a session. */
export const openNewestReport = async (
  context: Pick<Context, 'database'>,
  key: SessionKey,
): Promise<StoredFile> => {
  const report = await findNewestReport(context, key);
  if (report) return nameFile(report);
  requireUnredacted(await requireSession(context, key));
  throw new Refusal(
    'evidence_not_ready',
    'No report is ready yet. session.completed tells when the first one is.',
  );
};

/** Opens the report of a link. A link that this service did not make finds nothing. */
export const openLinkedReport = async (
  context: Pick<Context, 'database' | 'keyring' | 'clock'>,
  {
    file,
    expires,
    signature,
    domain,
  }: {
    file: string;
    expires?: string | undefined;
    signature?: string | undefined;
    domain?: Domain | undefined;
  },
): Promise<StoredFile> => {
  const id = file.replace('.pdf', '');
  if (!expires || !signature) throw noSuch('report', id);
  const report = await context.database.prisma.report.findFirst({ where: { id, status: 'ready' } });
  if (!report || (domain && domain.organisationId !== report.organisation_id)) throw noSuch('report', id);
  const verdict = judgeLink(context, report, { expires: Number(expires), signature });
  if (verdict === 'forged') throw noSuch('report', id);
  // A person opens a link to read.
  if (verdict === 'valid') return { ...nameFile(report), isInline: true };
  throw new Refusal('link_expired', 'The link was valid for 15 minutes. GET the report again for a new one.');
};

const nameFile = (report: ReportRow): StoredFile => {
  if (report.erased_at) throw wasRedacted();
  return describeFile(report);
};

const describeFile = (report: ReportRow): StoredFile => ({
  key: nameContent({ organisationId: report.organisation_id, ownerId: report.id }, report.sha256!),
  mime: 'application/pdf',
  filename: `report-${report.id}.pdf`,
  byteSize: report.byte_size!,
  sha256: report.sha256!,
});
