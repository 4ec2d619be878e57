import type { MessagePreview } from '@field-inspection/contract';
import { layTexts, requireGoodTexts } from '@field-inspection/rules';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { describeBrand } from '../../branding/exports/describe-brand.ts';
import { renderMessage } from '../messages/render-message.ts';
import type { TextChanges } from './message-texts.ts';
import { sampleEmail, sampleSms } from './sample-message.ts';

/** Renders a message as the organisation would send it with these texts and sample values; nothing is saved or sent. */
export const previewMessage = async (
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
      message_texts: { where: { kind, locale } },
    },
  });
  const brand = describeBrand(organisation.name, branding);
  const { config, clock } = context;
  const sample = { kind, organisationName: brand.name, config, now: clock.now() };
  const wording = {
    locale,
    timeZone: organisation.time_zone,
    own: layTexts(message_texts[0], texts),
  };
  const sms = sampleSms(sample);
  return {
    email: renderMessage({ ...sampleEmail(sample), ...wording }, { ...brand, baseUrl: config.baseUrl }),
    sms: sms && measureSms(renderMessage({ ...sms, ...wording }).text),
  };
};

/** A text as SMS: its alphabet and number of parts (3GPP TS 23.038, and 23.040 section 9.2.3.24). */
export type MeasuredSms = { text: string; encoding: 'gsm7' | 'ucs2'; parts: number };

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters that take the room of two. */
const EXTENDED = '\f^{}\\[~]|€';

/** The room of a single SMS, and of each of several, which carry a header that joins them. */
const ROOM = { gsm7: { single: 160, each: 153 }, ucs2: { single: 70, each: 67 } };

/** Measures a text. No character is cut in two. */
export const measureSms = (text: string): MeasuredSms => {
  const characters = [...text];
  const isGsm = characters.every((character) => (BASIC + EXTENDED).includes(character));
  const sizes = characters.map(isGsm ? sizeInGsm : sizeInUcs);
  const encoding = isGsm ? 'gsm7' : 'ucs2';
  return { text, encoding, parts: countParts(sizes, ROOM[encoding]) };
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
