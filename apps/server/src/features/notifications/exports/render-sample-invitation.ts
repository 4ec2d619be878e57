import type { LetterBrand } from '../messages/dress-letter.ts';
import type { Wording } from '../messages/letter.ts';
import { renderMessage } from '../messages/render-message.ts';

const DAY_MS = 86_400_000;

/** Renders the HTML of a sample invitation by e-mail: its name, its link and its times are examples. */
export const renderSampleInvitation = (
  wording: Wording,
  { brand, joinUrl, now }: { brand: LetterBrand; joinUrl: string; now: Date },
): string => {
  const values = {
    organisationName: brand.name,
    firstName: 'Ada',
    joinUrl,
    expiresAt: new Date(now.getTime() + 2 * DAY_MS),
    otpRequired: false,
    scheduledFor: new Date(now.getTime() + DAY_MS),
    notes: '',
  };
  return renderMessage({ kind: 'invite_email', ...wording, values }, brand).html;
};
