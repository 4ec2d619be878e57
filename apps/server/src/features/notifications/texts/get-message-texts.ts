import {
  LOCALES,
  MESSAGE_TEXT_KINDS,
  WHOLE,
  type MessageText,
  type MessageTexts,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { viewMessageText } from './message-text-view.ts';

type Which = { organisationId: string; locale?: string | undefined };

/** The texts that an organisation wrote itself, in the order of the kinds and the locales. */
export const getMessageTexts = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, locale }: Which,
): Promise<z.infer<typeof MessageTexts>> => {
  const rows = await database.prisma.messageText.findMany({
    where: {
      organisation_id: organisationId,
      ...(locale === undefined ? {} : { locale }),
      // What went back to the service's own text has kept its row.
      NOT: { subject: null, body: null, sms: null },
    },
  });
  return { data: rows.map(viewMessageText).sort((one, other) => placeOf(one) - placeOf(other)), ...WHOLE };
};

const placeOf = ({ kind, locale }: MessageText): number =>
  MESSAGE_TEXT_KINDS.indexOf(kind) * LOCALES.length + LOCALES.indexOf(locale);
