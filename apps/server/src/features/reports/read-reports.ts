import { Report } from '@field-inspection/contract';
import { noReportYet, requireUnredacted, wasRedacted } from '@field-inspection/rules';
import { Prisma, type Report as ReportRow } from '#prisma';
import type { Context } from '../../context.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import { Refusal, noSuch } from '../../refusals.ts';
import type { SessionRow } from '../sessions/exports/session-view.ts';
import { nameContent } from '../../platform/object-store/object-key.ts';
import type { Domain } from '../../http/hosts/create-domains.ts';
import type { StoredFile } from '../../http/streams/reply-file.ts';
import { findNewestReport } from './exports/find-newest-report.ts';
import { judgeLink, linkReport } from './exports/link-report.ts';
import { showRow } from '../../platform/database/show-row.ts';

export const listReports = async (
  context: Pick<Context, 'database' | 'keyring' | 'config' | 'clock'>,
  {
    organisationId,
    sessionId,
    query,
  }: SessionKey & { query: { limit: number; cursor?: string | undefined } },
) => {
  const list = ['reports', organisationId, sessionId];
  const of = { table: 'reports', organisationId };
  const { rows, ...page } = await listPage<ReportRow>(context, {
    list,
    cursor: query.cursor,
    limit: query.limit,
    of,
    whole: leadBy(of, Prisma.sql`session_id = ${sessionId}::uuid`),
  });
  if (rows.length === 0) await requireSession(context, { organisationId, sessionId });
  return { data: rows.map((row) => viewReport(context, row)), ...page };
};

export const getReport = async (
  context: Pick<Context, 'database' | 'config' | 'keyring' | 'clock'>,
  { organisationId, sessionId, reportId }: SessionKey & { reportId: string },
): Promise<Report> => {
  const row = await context.database.prisma.report.findUnique({
    where: { organisation_id_id: { organisation_id: organisationId, id: reportId } },
  });
  if (row?.session_id !== sessionId) throw noSuch('report', reportId);
  return viewReport(context, row);
};

export const requireSession = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, sessionId }: SessionKey,
): Promise<Pick<SessionRow, 'redacted_at'>> => {
  const found = await database.prisma.session.findUnique({
    select: { redacted_at: true },
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
  });
  if (!found) throw noSuch('session', sessionId);
  return found;
};

export const openNewestReport = async (
  context: Pick<Context, 'database'>,
  key: SessionKey,
): Promise<StoredFile> => {
  const report = await findNewestReport(context, key);
  if (report) return nameFile(report);
  requireUnredacted(await requireSession(context, key));
  throw noReportYet();
};

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
  // A person opens a link to read, not to save.
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

export type { Report as ReportRow } from '#prisma';

const viewReport = (context: Pick<Context, 'config' | 'keyring' | 'clock'>, row: ReportRow): Report => ({
  ...viewNewReport(row),
  pdf_url: row.status === 'ready' && row.erased_at === null ? linkReport(context, row) : null,
});

export const viewNewReport = (row: ReportRow): Report =>
  showRow(Report, {
    ...row,
    session: row.session_id,
    seal:
      row.seal_level === null
        ? null
        : { level: row.seal_level, authority: row.seal_authority, demo: row.seal_demo! },
    failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message! },
    pdf_url: null,
  });
