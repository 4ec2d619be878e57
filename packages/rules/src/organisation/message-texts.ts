import { sayTextFault, type OwnMessageKind } from '@field-inspection/contract/plain';
import { invalidParts } from '../refusal.ts';

const PARTS = ['subject', 'body', 'sms'] as const;

export type OwnTexts = Record<(typeof PARTS)[number], string | null>;

export type ChangedTexts = { [part in keyof OwnTexts]?: string | null | undefined };

/**
 * The variables of a text depend on the kind of message.
 *
 * @throws {Refusal} validation_error that says of each text what is wrong with it
 */
export const requireGoodTexts = (kind: OwnMessageKind, changes: ChangedTexts): void => {
  const errors = PARTS.flatMap((part) => {
    const text = changes[part];
    const message = typeof text === 'string' ? sayTextFault(kind, part, text) : undefined;
    return message ? [{ path: `body.${part}`, code: 'invalid_text' as const, message }] : [];
  });
  if (errors.length > 0) throw invalidParts(errors);
};

export const layTexts = (set: OwnTexts | undefined, { subject, body, sms }: ChangedTexts): OwnTexts => ({
  subject: subject === undefined ? (set?.subject ?? null) : subject,
  body: body === undefined ? (set?.body ?? null) : body,
  sms: sms === undefined ? (set?.sms ?? null) : sms,
});
