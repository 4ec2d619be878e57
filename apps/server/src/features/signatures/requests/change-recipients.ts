import type { CreateRecipientBody, LocaleCode, Recipient } from '@field-inspection/contract';
import {
  factOfRevocation,
  factOfSharing,
  requireNewRecipient,
  requireUnredacted,
  requireUnrevokedLink,
  storeRecipients,
} from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { noSuch } from '../../../refusals.ts';
import { appendAddendum } from '../../audit/exports/append-entry.ts';
import { cancelMessages } from '../../notifications/exports/cancel-messages.ts';
import { countMessages } from '../../notifications/exports/count-messages.ts';
import { findNewestReport } from '../../reports/exports/find-newest-report.ts';
import { lockSessionRow, type SessionKey } from '../../sessions/exports/lock-session.ts';
import type { SessionRow } from '../../sessions/exports/session-view.ts';
import { lockSignature } from '../state/lock-signature.ts';
import { recipientOf, viewRecipient } from '../state/recipient-view.ts';
import { endSignature, NOTHING_PENDING } from '../state/signature-state.ts';
import type { SignatureRow } from '../state/signature-view.ts';
import { createLink, linkExpiry, sendLink, shareOnce } from './send-report-link.ts';

type LinkContext = Pick<Context, 'config' | 'database' | 'ids' | 'keyring' | 'metrics' | 'random'>;
export type RecipientKey = SessionKey & { recipientId: string };

export const addRecipient = async (
  context: LinkContext,
  tx: Tx,
  { body, ...key }: SessionKey & { body: z.output<typeof CreateRecipientBody> },
): Promise<Recipient> => {
  const session = await lockWhole(tx, key);
  const [recipient] = storeRecipients([{ name: body.name, email: body.email }]);
  const newest = await findNewestReport(context, key);
  // Those whom the session names come first: nobody is left out because somebody was added before.
  if (newest) await shareOnce(context, tx, { session, rootReportId: newest.revision_of ?? newest.id });
  const links = await tx.db.signature.findMany({ where: ofSession(key) });
  const report = requireNewRecipient(
    recipient!,
    newest,
    links.map((link) => ({ ...link, email: link.signer_email })),
  );
  const row = await createLink(context, tx, {
    session,
    rootReportId: report.revision_of ?? report.id,
    recipient: recipient!,
    locale: body.locale as LocaleCode | undefined,
  });
  await sendCounted(context, tx, row);
  return viewRecipient(row, tx.now);
};

/** Also of an expired or locked link. Whoever has the earlier one is out. */
export const reissueRecipient = async (
  context: LinkContext,
  tx: Tx,
  key: RecipientKey,
): Promise<Recipient> => {
  await requireRecipient(tx, key);
  await lockWhole(tx, key);
  const replaced = await lockSignature(tx, { ...key, signatureId: key.recipientId });
  requireUnrevokedLink(replaced);
  const { organisation_id, id } = replaced;
  await tx.db.signingToken.deleteMany({ where: { organisation_id, signature_id: id } });
  cancelMessages(tx, { ...key, signatureId: id });
  const row = await tx.db.signature.update({
    where: { organisation_id_id: { organisation_id, id } },
    data: {
      ...NOTHING_PENDING,
      otp_attempts: 0,
      pin: null,
      session_expires_at: null,
      session_issue: { increment: 1 },
      expires_at: linkExpiry(tx.now),
      updated_at: tx.now,
    },
  });
  await sendCounted(context, tx, row);
  return viewRecipient(row, tx.now);
};

export const revokeRecipient = async (
  context: Pick<Context, 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  key: RecipientKey,
): Promise<void> => {
  await requireRecipient(tx, key);
  await lockSessionRow(tx, key);
  const row = await lockSignature(tx, { ...key, signatureId: key.recipientId });
  if (row.status === 'cancelled') return;
  await endSignature(tx, row, 'cancelled');
  const { organisationId, sessionId } = key;
  const fact = factOfRevocation(row.root_report_id, recipientOf(row));
  appendAddendum(context, tx, { organisationId, sessionId, ...fact });
};

/** The session's lock bounds the number of links, and lets an address have one, however many requests come at once. */
const lockWhole = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<SessionRow> => {
  const session = await lockSessionRow(tx, { organisationId, sessionId });
  if (!session) throw noSuch('session', sessionId);
  requireUnredacted(session);
  return session;
};

const ofSession = ({ organisationId, sessionId }: SessionKey) => ({
  organisation_id: organisationId,
  session_id: sessionId,
  purpose: 'read',
});

const requireRecipient = async (tx: Tx, { recipientId, ...key }: RecipientKey): Promise<void> => {
  const where = { ...ofSession(key), id: recipientId };
  if ((await tx.db.signature.count({ where })) === 0) throw noSuch('recipient', recipientId);
};

const sendCounted = async (context: LinkContext, tx: Tx, row: SignatureRow): Promise<void> => {
  const [organisationId, recipient] = [row.organisation_id, row.signer_email];
  await countMessages(context, tx, { organisationId, messages: [{ kind: 'report_link', recipient }] });
  await sendLink(context, tx, { link: row, awaitsCount: false });
  const fact = factOfSharing(row.root_report_id, [recipientOf(row)]);
  appendAddendum(context, tx, { organisationId, sessionId: row.session_id, ...fact });
};
