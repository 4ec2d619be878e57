import type { Report } from '@field-inspection/contract';
import { choosePhotos } from '@field-inspection/rules';
import { z } from 'zod';
import type { Report as ReportRow } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import type { SessionKey } from '../../sessions/exports/lock-session.ts';
import { declareJob, enqueueJob } from '../../../platform/jobs/define-job.ts';

export const requestReport = async (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  {
    organisationId,
    sessionId,
    form,
  }: SessionKey & { form: Pick<Report, 'locale' | 'audit_trail' | 'photos'> },
): Promise<ReportRow> => {
  const report = await tx.db.report.create({
    data: {
      organisation_id: organisationId,
      id: ids.next(),
      session_id: sessionId,
      ...form,
      created_at: tx.now,
      updated_at: tx.now,
    },
  });
  enqueueReport(tx, report);
  return report;
};

/** Waits for every authority, at the latest until `latestAt`. Repeating it changes nothing. */
export const requestFirstReport = async (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  { organisationId, sessionId, locale, latestAt }: SessionKey & { locale: string; latestAt: Date },
): Promise<void> => {
  const [report] = await tx.db.report.createManyAndReturn({
    data: [
      {
        organisation_id: organisationId,
        id: ids.next(),
        session_id: sessionId,
        completes_session: true,
        locale,
        audit_trail: true,
        photos: choosePhotos(await countPhotos(tx, { organisationId, sessionId })),
        created_at: tx.now,
        updated_at: tx.now,
      },
    ],
    skipDuplicates: true,
  });
  if (report) enqueueReport(tx, report, latestAt);
};

export const countPhotos = (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<number> =>
  tx.db.evidence.count({
    where: { organisation_id: organisationId, session_id: sessionId, kind: 'photo', status: 'ready' },
  });

/** Makes the first report now: nothing is left to wait for. A report under way stays as it is. */
export const hastenFirstReport = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  const report = await tx.db.report.findFirst({
    where: {
      organisation_id: organisationId,
      session_id: sessionId,
      completes_session: true,
      status: 'queued',
      attempt_count: 0,
    },
  });
  if (report) enqueueReport(tx, report);
};

export const makeReportJob = declareJob({
  id: 'make-report',
  payload: z.object({ organisation_id: z.string(), report_id: z.string() }),
});

/** A further request replaces a waiting one. */
export const enqueueReport = (
  tx: Tx,
  { organisation_id, id }: Pick<ReportRow, 'organisation_id' | 'id'>,
  runAt: Date = tx.now,
): void => enqueueJob(tx, makeReportJob, { payload: { organisation_id, report_id: id }, runAt, key: id });
