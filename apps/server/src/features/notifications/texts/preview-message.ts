import type { MessagePreview } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { describeBrand } from '../../branding/exports/describe-brand.ts';
import type { OwnText } from '../messages/letter.ts';
import { renderMessage } from '../messages/render-message.ts';
import { measureSms } from './measure-sms.ts';
import { requireGoodTexts, type TextChanges } from './require-good-texts.ts';
import { sampleEmail, sampleSms } from './sample-message.ts';

/** A message as the organisation would send it with these texts, with sample values; nothing is saved or sent. */
export const previewMessage = async (
  context: Pick<Context, 'config' | 'clock'>,
  { db }: Pick<Tx, 'db'>,
  { organisationId, body }: { organisationId: string; body: TextChanges },
): Promise<MessagePreview> => {
  requireGoodTexts(body);
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
    own: layTexts(message_texts[0] ?? NOTHING_SET, texts),
  };
  const sms = sampleSms(sample);
  return {
    email: renderMessage({ ...sampleEmail(sample), ...wording }, { ...brand, baseUrl: config.baseUrl }),
    sms: sms && measureSms(renderMessage({ ...sms, ...wording }).text),
  };
};

const NOTHING_SET: OwnText = { subject: null, body: null, sms: null };

const layTexts = (set: OwnText, { subject, body, sms }: Omit<TextChanges, 'kind' | 'locale'>): OwnText => ({
  subject: subject === undefined ? set.subject : subject,
  body: body === undefined ? set.body : body,
  sms: sms === undefined ? set.sms : sms,
});
