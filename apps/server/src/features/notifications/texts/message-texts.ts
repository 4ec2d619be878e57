import {
  LOCALES,
  MESSAGE_TEXT_KINDS,
  MessageText,
  WHOLE,
  type MessageTextBody,
  type MessageTexts,
} from '@field-inspection/contract';
import { requireGoodTexts } from '@field-inspection/rules';
import type { z } from 'zod';
import type { MessageText as MessageTextRow } from '#prisma';
import type { Context } from '../../../context.ts';
import { showRow } from '../../../platform/database/show-row.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';

type Which = { organisationId: string; locale?: string | undefined };

/** Gives the organisation's own texts, in the order of the kinds and the locales. */
export const getMessageTexts = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, locale }: Which,
): Promise<z.infer<typeof MessageTexts>> => {
  const rows = await database.prisma.messageText.findMany({
    where: {
      organisation_id: organisationId,
      ...(locale === undefined ? {} : { locale }),
      // The row stays when an organisation goes back to the service's text.
      NOT: { subject: null, body: null, sms: null },
    },
  });
  return { data: rows.map(viewMessageText).sort((one, other) => placeOf(one) - placeOf(other)), ...WHOLE };
};

const placeOf = ({ kind, locale }: MessageText): number =>
  MESSAGE_TEXT_KINDS.indexOf(kind) * LOCALES.length + LOCALES.indexOf(locale);

const viewMessageText = (row: MessageTextRow): MessageText => showRow(MessageText, row);

type TextWrite = Actor & { organisationId: string; body: TextChanges };

/** Changes the texts of a kind in a locale that the body names; two calls at once each change their own. */
export const updateMessageText = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { organisationId, body, ...actor }: TextWrite,
): Promise<MessageText> => {
  requireGoodTexts(body.kind, body);
  const { kind, locale, ...texts } = body;
  const changes = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  const key = { organisation_id: organisationId, kind, locale };
  await tx.db.messageText.createMany({ data: [{ ...key, updated_at: tx.now }], skipDuplicates: true });
  const row = await tx.db.messageText.update({
    where: { organisation_id_kind_locale: key },
    data: { ...changes, updated_at: tx.now },
  });
  // The texts are left out: the chain keeps its entries for good.
  const payload = { ...nameActor(actor), message: kind, locale, changed: Object.keys(changes).sort() };
  appendOrgEntry(context, tx, { organisationId, kind: 'branding.message_text_updated', payload });
  return viewMessageText(row);
};

export type TextChanges = z.output<typeof MessageTextBody>;
