import type { SigningRequest } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { cancelMessages } from '../../notifications/exports/cancel-messages.ts';
import { countMessages } from '../../notifications/exports/count-messages.ts';
import { queueMessages, type NewMessage } from '../../notifications/exports/queue-messages.ts';
import { drawCode, hashCode } from '../../participants/exports/one-time-code.ts';
import { listSignerChannels } from '../state/signature-view.ts';
import { lockSignature, type SignatureKey } from '../state/lock-signature.ts';
import { requireOpen, requireUnlocked } from '../state/signature-state.ts';
import { showRequest } from './show-signing.ts';

type CodeContext = Pick<Context, 'config' | 'database' | 'ids' | 'keyring' | 'random'>;

/** The code before is dead; wrong codes so far still count. */
export const sendCode = async (context: CodeContext, tx: Tx, key: SignatureKey): Promise<SigningRequest> => {
  const found = await lockSignature(tx, key);
  requireOpen(found, tx.now);
  requireUnlocked(found);
  const { organisation_id, id, session_id, locale } = found;
  const code = drawCode(context);
  const issue = found.code_issue + 1;
  const expiresAt = new Date(tx.now.getTime() + context.config.otpTtlMs);
  const row = await tx.db.signature.update({
    where: { organisation_id_id: { organisation_id, id } },
    data: {
      code_issue: issue,
      otp_hmac: hashCode(context, { id, issue }, code),
      otp_expires_at: expiresAt,
      updated_at: tx.now,
    },
  });
  const channels = listSignerChannels(row);
  const kind = row.purpose === 'read' ? 'report_otp' : 'signature_otp';
  await countMessages(context, tx, {
    organisationId: organisation_id,
    messages: channels.map(({ recipient }) => ({ kind, recipient })),
  });
  const about = { organisationId: organisation_id, sessionId: session_id, signatureId: id };
  cancelMessages(tx, { ...about, kinds: [kind] });
  const messages = channels.map(({ channel, recipient }): NewMessage => ({
    session: { organisation_id, id: session_id, locale },
    signatureId: id,
    kind,
    channel,
    recipient,
    secret: code,
    dedupeKey: `${kind}:${id}:${issue}:${channel}`,
    expiresAt,
  }));
  queueMessages(context, tx, messages);
  return showRequest(context, row, tx.now);
};
