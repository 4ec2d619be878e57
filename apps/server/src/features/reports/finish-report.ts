import type { LocaleCode } from '@field-inspection/contract';
import { factOfReport, isShared } from '@field-inspection/rules';
import type { Report as ReportRow, Session as SessionRow } from '#prisma';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendAddendum } from '../audit/exports/append-entry.ts';
import { findOperator } from '../notifications/exports/find-operator.ts';
import { queueMessages } from '../notifications/exports/queue-messages.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { lockSessionRow } from '../sessions/exports/lock-session.ts';
import { readRecipients, viewSession } from '../sessions/exports/session-view.ts';
import { enqueueSharing } from './exports/share-report-job.ts';
import type { ReportFinding } from './input/report-input.ts';
import type { SealedReport } from './sealing/seal-report.ts';

type FinishContext = Pick<Context, 'ids' | 'keyring' | 'random' | 'objects' | 'transact'>;

export type MadeReport = SealedReport & { findings: readonly ReportFinding[] };

/**
 * Conditional, so that a report gets ready once. Nothing is kept of a session that was redacted meanwhile.
 *
 * @throws when a finding that is printed was taken back or said anew meanwhile: the report is made again
 */
export const finishReport = async (
  context: FinishContext,
  { organisation_id, id, session_id }: ReportRow,
  { pdf, pages, seal, findings }: MadeReport,
): Promise<void> => {
  const owner = { organisationId: organisation_id, ownerId: id };
  const { key, sha256, byte_size } = await context.objects.putContent(pdf, owner);
  const end = await context.transact(async (tx) => {
    const session = await lockSessionRow(tx, { organisationId: organisation_id, sessionId: session_id });
    if (session?.redacted_at) return 'redacted';
    if (!(await areStanding(tx, { organisation_id, session_id }, findings))) return 'outdated';
    const [report] = await tx.db.report.updateManyAndReturn({
      where: { organisation_id, id, status: { in: ['queued', 'rendering'] } },
      data: {
        status: 'ready',
        sha256,
        byte_size,
        pages,
        seal_level: seal?.level ?? null,
        seal_authority: seal?.authority ?? null,
        seal_demo: seal?.demo ?? null,
        ready_at: tx.now,
        updated_at: tx.now,
      },
    });
    if (!report) return 'kept';
    appendAddendum(context, tx, {
      organisationId: organisation_id,
      sessionId: report.session_id,
      ...factOfReport({ id, sha256, byte_size, locale: report.locale, seal: seal?.level }),
    });
    if (report.completes_session) await completeSession(context, tx, { report, sha256, byte_size });
    return 'kept';
  });
  if (end !== 'kept') await context.objects.delete(key);
  if (end === 'outdated') throw new Error('A finding was taken back while the report was made.');
};

/** Whoever says a finding holds the session's row, as this transaction does. */
const areStanding = async (
  tx: Tx,
  session: { organisation_id: string; session_id: string },
  findings: readonly ReportFinding[],
): Promise<boolean> => {
  if (findings.length === 0) return true;
  const rows = await tx.db.evidence.findMany({
    where: { ...session, finding_set_at: { not: null } },
    select: { finding: true, finding_set_at: true },
  });
  const standing = new Set(rows.map((row) => `${row.finding_set_at!.toISOString()} ${row.finding}`));
  return findings.every(({ setAt, text }) => standing.has(`${setAt} ${text}`));
};

const completeSession = async (
  context: Pick<Context, 'ids' | 'keyring'>,
  tx: Tx,
  { report, sha256, byte_size }: { report: ReportRow; sha256: string; byte_size: number },
): Promise<void> => {
  const session = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: report.organisation_id, id: report.session_id } },
    data: { completed_at: tx.now, updated_at: tx.now },
  });
  publishEvent(context, tx, {
    organisationId: report.organisation_id,
    type: 'session.completed',
    data: {
      ...viewSession({ ...session, report }),
      report: {
        id: report.id,
        status: 'ready',
        sha256,
        byte_size,
        locale: report.locale as LocaleCode,
        ready_at: tx.now.toISOString(),
      },
    },
    sessionId: session.id,
  });
  // A session that nobody joined was called off: its report has nothing to read.
  if (session.started_at !== null) await tellOperator(context, tx, session);
  if (isShared({ ...session, report_recipients: readRecipients(session) })) enqueueSharing(tx, report);
};

const TELL_MS = 86_400_000;

const tellOperator = async (
  context: Pick<Context, 'ids' | 'keyring'>,
  tx: Tx,
  session: SessionRow,
): Promise<void> => {
  const { locale, memberId } = await findOperator(tx, session);
  queueMessages(context, tx, [
    {
      session: { ...session, locale },
      memberId,
      kind: 'report_ready',
      channel: 'email',
      recipient: session.operator_email,
      dedupeKey: `report_ready:${session.id}`,
      expiresAt: new Date(tx.now.getTime() + TELL_MS),
      awaitsCount: true,
    },
  ]);
};
