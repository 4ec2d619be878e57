import type { LocaleCode, ReportRecipient } from '@field-inspection/contract';
import { DEAD_TOKEN_KEPT_MS, factOfSharing, isShared, SIGNATURE_LIFETIME_MS } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import { appendAddendum } from '../../audit/exports/append-entry.ts';
import { queueMessages } from '../../notifications/exports/queue-messages.ts';
import { readRecipients, type SessionRow } from '../../sessions/exports/session-view.ts';
import type { SignatureRow } from '../state/signature-view.ts';

type LinkContext = Pick<Context, 'ids' | 'keyring' | 'random'>;

/** Sends the recipients whom a session names their links, once. The session is locked. */
export const shareOnce = async (
  context: LinkContext,
  tx: Tx,
  { session, rootReportId }: { session: SessionRow; rootReportId: string },
): Promise<void> => {
  const recipients = readRecipients(session);
  if (!isShared({ ...session, report_recipients: recipients })) return;
  const { organisation_id, id: session_id } = session;
  if ((await tx.db.signature.count({ where: { organisation_id, session_id, purpose: 'read' } })) > 0) return;
  for (const recipient of recipients) {
    const link = await createLink(context, tx, { session, rootReportId, recipient });
    await sendLink(context, tx, { link, awaitsCount: true });
  }
  const key = { organisationId: organisation_id, sessionId: session_id };
  appendAddendum(context, tx, { ...key, ...factOfSharing(rootReportId, recipients) });
};

type NewLink = {
  session: SessionRow;
  rootReportId: string;
  recipient: ReportRecipient;
  locale?: LocaleCode | undefined;
};

export const createLink = (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  { session, rootReportId, recipient, locale }: NewLink,
): Promise<SignatureRow> =>
  tx.db.signature.create({
    data: {
      organisation_id: session.organisation_id,
      id: ids.next(),
      session_id: session.id,
      report_id: rootReportId,
      root_report_id: rootReportId,
      purpose: 'read',
      level: '',
      provider: '',
      locale: locale ?? session.locale,
      signer_name: recipient.name,
      signer_email: recipient.email,
      signer_phone: '',
      expires_at: linkExpiry(tx.now),
      created_at: tx.now,
      updated_at: tx.now,
    },
  });

export const linkExpiry = (now: Date): Date => new Date(now.getTime() + SIGNATURE_LIFETIME_MS);

/** `awaitsCount`: whoever is not waited for is not refused, either; the message waits for room within the limits. */
export const sendLink = async (
  context: LinkContext,
  tx: Tx,
  { link, awaitsCount }: { link: SignatureRow; awaitsCount: boolean },
): Promise<void> => {
  const { organisation_id, id, session_id, locale, signer_email, session_issue, expires_at } = link;
  const token = context.random.bytes(32).toString('base64url');
  await tx.db.signingToken.create({
    data: {
      token_hash: hashToken(token),
      organisation_id,
      signature_id: id,
      kind: 'link',
      kept_until: new Date(expires_at.getTime() + DEAD_TOKEN_KEPT_MS),
    },
  });
  queueMessages(context, tx, [
    {
      session: { organisation_id, id: session_id, locale },
      signatureId: id,
      kind: 'report_link',
      channel: 'email',
      recipient: signer_email,
      secret: token,
      // A later link of the same person has a later number.
      dedupeKey: session_issue === 0 ? `report_link:${id}` : `report_link:${id}:${session_issue}`,
      expiresAt: expires_at,
      awaitsCount,
    },
  ]);
};
