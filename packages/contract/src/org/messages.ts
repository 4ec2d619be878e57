import { z } from 'zod';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { VERSIONED_ROOT } from '../laws/roots.ts';
import { c } from '../route.ts';
import { Locale, LocaleInput } from '../shapes/locale.ts';
import { MESSAGE_VARIABLES, type OwnMessageKind } from '../shapes/message-variables.ts';
import { wholeListOf } from '../shapes/page.ts';
import { singleLine, text } from '../shapes/text.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** The kinds of messages whose texts an organisation may write itself. */
export const MESSAGE_TEXT_KINDS = Object.keys(MESSAGE_VARIABLES) as [OwnMessageKind, ...OwnMessageKind[]];

const MessageTextKind = z.enum(MESSAGE_TEXT_KINDS).meta({
  id: 'MessageTextKind',
  description: 'A kind of message whose texts an organisation may write itself',
  example: 'invite',
});

/** Organisation's own text for one kind of message in one locale. */
export const MessageText = z
  .object({
    kind: MessageTextKind,
    locale: Locale,
    subject: z.string().nullable().meta({
      description: "Of the e-mail; null: the service's own",
      example: 'Your appointment with {organisation}',
    }),
    body: z.string().nullable().meta({
      description: "Of the e-mail, between greeting and footer; null: the service's own",
      example: 'We would like to see your roof.\n\n{schedule}\n\n{link}',
    }),
    sms: z.string().nullable().meta({
      description: "null: the service's own, or none at all",
      example: '{organisation} would like to see your roof: {link}',
    }),
    updated_at: Timestamp,
  })
  .meta({
    id: 'MessageText',
    description: 'What an organisation wrote itself of one kind of message in one locale',
  });

export type MessageText = z.infer<typeof MessageText>;

/** The texts that an organisation wrote itself. */
export const MessageTexts = wholeListOf(
  'MessageTexts',
  MessageText,
  'The texts that the organisation wrote itself, by kind and locale; all that is not here is as ever',
);

/** Texts of one kind of message in one locale; an absent part has the default. */
export const MessageTextBody = z
  .strictObject({
    kind: MessageTextKind,
    locale: LocaleInput,
    subject: singleLine(150).nullable().optional().meta({
      description: "Up to 150 characters in one line, without link and code; null: the service's own",
      example: 'Your appointment with {organisation}',
    }),
    body: text(4000).nullable().optional().meta({
      description:
        "Plain text of up to 4000 characters; an empty line begins a paragraph, and {link}, {code} and other blocks have a line of their own; null: the service's own",
      example: 'We would like to see your roof.\n\n{schedule}\n\n{link}',
    }),
    sms: singleLine(320).nullable().optional().meta({
      description: "Up to 320 characters in one line; null: the service's own",
      example: '{organisation} would like to see your roof: {link}',
    }),
  })
  .meta({
    id: 'MessageTextBody',
    description: 'Texts of one kind of message in one locale; what is left out is as it is set',
  });

/** A message as it would be sent, with sample values. */
export const MessagePreview = z
  .object({
    email: z
      .object({
        subject: z
          .string()
          .meta({ description: 'As it would be sent', example: 'Your appointment with Acme Inspections' }),
        text: z.string().meta({ description: 'The text alternative', example: 'Hello Ada,\n…' }),
        html: z
          .string()
          .meta({ description: 'The message as it would be shown', example: '<!doctype html>…' }),
      })
      .meta({ id: 'EmailPreview', description: 'An e-mail as it would be sent' }),
    sms: z
      .object({
        text: z.string().meta({
          description: 'As it would be sent',
          example: 'Acme Inspections would like to see your roof: https://…',
        }),
        encoding: z.enum(['gsm7', 'ucs2']).meta({
          description: 'ucs2 as soon as one character is not of the GSM alphabet',
          example: 'gsm7',
        }),
        parts: z.int().meta({ description: 'As how many SMS it is sent and paid', example: 2 }),
      })
      .meta({ id: 'SmsPreview', description: 'An SMS as it would be sent' })
      .nullable()
      .meta({ description: 'null for a kind that is never sent by SMS' }),
  })
  .meta({ id: 'MessagePreview', description: 'A message as it would be sent, with sample values' });

export type MessagePreview = z.infer<typeof MessagePreview>;

export const messages = c.router(
  {
    get: {
      method: 'GET',
      path: '/org/messages',
      summary: 'Get the texts of messages',
      description: "Those that the organisation wrote itself. All others are the service's own.",
      query: z.strictObject({ locale: LocaleInput.optional() }),
      responses: { 200: MessageTexts },
      metadata: readPolicy('branding:read'),
    },
    update: {
      method: 'PATCH',
      path: '/org/messages',
      summary: 'Change the texts of a message',
      description:
        'Of one kind in one locale. null goes back to the text of the service. It holds for what is sent from then on, also for what waits. It has no ETag: with an `If-Match` other than `*` the answer is 412, and nothing is changed.',
      body: MessageTextBody,
      responses: { 200: MessageText },
      metadata: writePolicy('branding:write', ['precondition_failed']),
    },
    preview: {
      method: 'POST',
      path: '/org/messages/preview',
      summary: 'Preview a message',
      description: 'With sample values. Nothing is saved and nothing is sent.',
      body: MessageTextBody,
      responses: { 200: MessagePreview },
      metadata: writePolicy('branding:write'),
    },
  },
  { pathPrefix: VERSIONED_ROOT, strictStatusCodes: true },
);
