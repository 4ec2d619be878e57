import type { ReportRecipient } from '@field-inspection/contract';
import { DEAD_TOKEN_KEPT_MS, factOfSharing, isShared, SIGNATURE_LIFETIME_MS } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import { appendAddendum } from '../../audit/exports/append-entry.ts';
import { queueMessages } from '../../notifications/exports/queue-messages.ts';
import { shareReportJob } from '../../reports/exports/share-report-job.ts';
import { lockSessionRow } from '../../sessions/exports/lock-session.ts';
import { readRecipients, type SessionRow } from '../../sessions/exports/session-view.ts';

type ShareContext = Pick<Context, 'ids' | 'keyring' | 'random' | 'transact'>;

/** Each recipient of a session gets a link of their own, once, however often the job runs. */
export const shareReport = defineJob({
  ...shareReportJob,
  run: (context: ShareContext, { organisation_id, session_id, report_id }) =>
    context.transact(async (tx) => {
      const key = { organisationId: organisation_id, sessionId: session_id };
      const session = await lockSessionRow(tx, key);
      if (!session) return;
      const recipients = readRecipients(session);
      if (!isShared({ ...session, report_recipients: recipients })) return;
      const links = { where: { organisation_id, session_id, purpose: 'read' } };
      if ((await tx.db.signature.count(links)) > 0) return;
      for (const recipient of recipients) await sendLink(context, tx, { session, report_id, recipient });
      appendAddendum(context, tx, { ...key, ...factOfSharing(report_id, recipients) });
    }),
});

type Link = { session: SessionRow; report_id: string; recipient: ReportRecipient };

// Whoever is not waited for is not refused, either: the message waits for room within the limits.
const sendLink = async (
  context: ShareContext,
  tx: Tx,
  { session, report_id, recipient }: Link,
): Promise<void> => {
  const id = context.ids.next();
  const token = context.random.bytes(32).toString('base64url');
  const expiresAt = new Date(tx.now.getTime() + SIGNATURE_LIFETIME_MS);
  const { organisation_id } = session;
  await tx.db.signature.create({
    data: {
      organisation_id,
      id,
      session_id: session.id,
      report_id,
      root_report_id: report_id,
      purpose: 'read',
      level: '',
      provider: '',
      locale: session.locale,
      signer_name: recipient.name,
      signer_email: recipient.email,
      signer_phone: '',
      expires_at: expiresAt,
      created_at: tx.now,
      updated_at: tx.now,
    },
  });
  await tx.db.signingToken.create({
    data: {
      token_hash: hashToken(token),
      organisation_id,
      signature_id: id,
      kind: 'link',
      kept_until: new Date(expiresAt.getTime() + DEAD_TOKEN_KEPT_MS),
    },
  });
  queueMessages(context, tx, [
    {
      session,
      signatureId: id,
      kind: 'report_link',
      channel: 'email',
      recipient: recipient.email,
      secret: token,
      dedupeKey: `report_link:${id}`,
      expiresAt,
      awaitsCount: true,
    },
  ]);
};
