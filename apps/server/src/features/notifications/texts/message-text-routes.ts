import {
  contract,
  LOCALES,
  MESSAGE_TEXT_KINDS,
  type MessagePreview,
  MessageText,
  type MessageTextBody,
  type MessageTexts,
  WHOLE,
} from '@field-inspection/contract';
import { layTexts, requireGoodTexts } from '@field-inspection/rules';
import type { z } from 'zod';
import type { MessageText as MessageTextRow } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { showRow } from '../../../platform/database/show-row.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { readContact } from '../exports/read-contact.ts';
import { describeBrand } from '../../branding/exports/describe-brand.ts';
import { renderMessage } from '../messages/render-message.ts';
import { sampleEmail, sampleSms } from './sample-message.ts';

export const messageTextRoutes = (context: Context) =>
  implement(contract.messages, {
    get: ({ caller, query }) => getMessageTexts(context, { ...caller, ...query }),
    update: (tx, { caller, body }) => updateMessageText(context, tx, { ...caller, body }),
    preview: (tx, { caller, body }) => previewMessage(context, tx, { ...caller, body }),
  });

type Which = { organisationId: string; locale?: string | undefined };

/** Gives the organisation's own texts, in the order of the kinds and the locales. */
const getMessageTexts = async (
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
  return {
    data: rows.map(viewMessageText).sort((one, other) => positionOf(one) - positionOf(other)),
    ...WHOLE,
  };
};

const positionOf = ({ kind, locale }: MessageText): number =>
  MESSAGE_TEXT_KINDS.indexOf(kind) * LOCALES.length + LOCALES.indexOf(locale);

const viewMessageText = (row: MessageTextRow): MessageText => showRow(MessageText, row);

type TextWrite = Actor & { organisationId: string; body: TextChanges };

/** Changes the texts of a kind in a locale that the body names; two calls at once each change their own. */
const updateMessageText = async (
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

type TextChanges = z.output<typeof MessageTextBody>;

/** Renders a message as the organisation would send it with these texts and sample values; nothing is saved or sent. */
const previewMessage = async (
  context: Pick<Context, 'config' | 'clock'>,
  { db }: Pick<Tx, 'db'>,
  { organisationId, body }: { organisationId: string; body: TextChanges },
): Promise<MessagePreview> => {
  requireGoodTexts(body.kind, body);
  const { kind, locale, ...texts } = body;
  const { message_texts, branding, ...organisation } = await db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: {
      name: true,
      time_zone: true,
      branding: true,
      contact: true,
      message_texts: { where: { kind, locale } },
    },
  });
  const brand = describeBrand(organisation.name, branding);
  const { config, clock } = context;
  const sample = { kind, organisationName: brand.name, config, now: clock.now() };
  const wording = {
    locale,
    timeZone: organisation.time_zone,
    contact: readContact(organisation),
    own: layTexts(message_texts[0], texts),
  };
  const sms = sampleSms(sample);
  return {
    email: renderMessage({ ...sampleEmail(sample), ...wording }, { ...brand, baseUrl: config.baseUrl }),
    sms: sms && measureSms(renderMessage({ ...sms, ...wording }).text),
  };
};

/** A text as SMS: its alphabet and number of parts (3GPP TS 23.038, and 23.040 section 9.2.3.24). */
type MeasuredSms = { text: string; encoding: 'gsm7' | 'ucs2'; parts: number };

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters that take the room of two. */
const EXTENDED = '\f^{}\\[~]|€';

/** The room of a single SMS, and of each of several, which carry a header that joins them. */
const PART_UNITS = { gsm7: { single: 160, each: 153 }, ucs2: { single: 70, each: 67 } };

/** Measures a text. No character is cut in two. */
export const measureSms = (text: string): MeasuredSms => {
  const characters = [...text];
  const isGsm = characters.every((character) => (BASIC + EXTENDED).includes(character));
  const sizes = characters.map(isGsm ? sizeInGsm : sizeInUcs);
  const encoding = isGsm ? 'gsm7' : 'ucs2';
  return { text, encoding, parts: countParts(sizes, PART_UNITS[encoding]) };
};

const sizeInGsm = (character: string): number => (EXTENDED.includes(character) ? 2 : 1);
const sizeInUcs = (character: string): number => character.length;

const countParts = (sizes: number[], { single, each }: { single: number; each: number }): number => {
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > each) {
      parts++;
      used = 0;
    }
    used += size;
  }
  return parts;
};
