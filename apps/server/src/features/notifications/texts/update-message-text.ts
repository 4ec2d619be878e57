import type { MessageText } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { viewMessageText } from './message-text-view.ts';
import { requireGoodTexts, type TextChanges } from './require-good-texts.ts';

type TextWrite = Actor & { organisationId: string; body: TextChanges };

/** Changes what the body names of the texts of one kind in one locale; of two at once each changes its own. */
export const updateMessageText = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { organisationId, body, ...actor }: TextWrite,
): Promise<MessageText> => {
  requireGoodTexts(body);
  const { kind, locale, ...texts } = body;
  const changes = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  const key = { organisation_id: organisationId, kind, locale };
  await tx.db.messageText.createMany({ data: [{ ...key, updated_at: tx.now }], skipDuplicates: true });
  const row = await tx.db.messageText.update({
    where: { organisation_id_kind_locale: key },
    data: { ...changes, updated_at: tx.now },
  });
  // What it says is not told: the chain keeps it for good.
  const payload = { ...nameActor(actor), message: kind, locale, changed: Object.keys(changes).sort() };
  appendOrgEntry(context, tx, { organisationId, kind: 'branding.message_text_updated', payload });
  return viewMessageText(row);
};
