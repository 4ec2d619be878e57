import { sayTextFault, type MessageTextBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError, type InvalidPart } from '../../../api-error.ts';

export type TextChanges = z.output<typeof MessageTextBody>;

/**
 * Judges each text by the variables of its kind.
 *
 * @throws {ApiError} validation_error that says of each text what is wrong with it
 */
export const requireGoodTexts = (changes: TextChanges): void => {
  const errors = (['subject', 'body', 'sms'] as const).flatMap((part): InvalidPart[] => {
    const text = changes[part];
    const message = typeof text === 'string' ? sayTextFault(changes.kind, part, text) : undefined;
    return message ? [{ path: `body.${part}`, code: 'invalid_text', message }] : [];
  });
  if (errors.length === 0) return;
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new ApiError('validation_error', detail, { errors });
};
