import type { MessageFailure } from '@field-inspection/contract';
import { z } from 'zod';
import { ApiError } from '../../../api-error.ts';
import { judgeSmtpRefusal } from '../../../platform/messages/judge-smtp-refusal.ts';
import { readJson } from '@field-inspection/contract';

export type Callback = {
  /** Undefined if the reference is not ours. */
  messageId: string | undefined;
  fate: 'delivered' | 'bounced' | 'failed';
  reason: MessageFailure | null;
};

/** The fields that are read; providers may add others. */
const CallbackBody = z.object({
  client_ref: z.string().max(300),
  status: z.enum(['delivered', 'bounced', 'failed']),
  reason: z.string().max(300).nullish(),
});

/** Reads a callback's body. A reason may hold an address, so only a known word or an SMTP code of it is kept. */
export const readCallback = (body: Buffer): Callback => {
  const { success, data } = CallbackBody.safeParse(parse(body));
  if (!success) throw invalid();
  const { client_ref, status, reason } = data;
  return {
    messageId: REFERENCE.exec(client_ref)?.[1]?.toLowerCase(),
    fate: status,
    reason: status === 'delivered' ? null : readReason(reason ?? ''),
  };
};

const parse = (body: Buffer): unknown => {
  try {
    return readJson(body.toString('utf8'));
  } catch {
    throw invalid();
  }
};

const invalid = () => {
  const message = 'must be JSON with client_ref, and a status of delivered, bounced or failed';
  return new ApiError('validation_error', `body: ${message}`, {
    errors: [{ path: 'body', code: 'invalid_type', message }],
  });
};

/** The `client_ref` of an SMS, or the Message-ID of an e-mail: both are made of the message's id. */
const REFERENCE = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@[^<>@\s]*>?)?$/i;

const WORDS = ['expired', 'unreachable', 'unknown_recipient', 'mailbox_full', 'blocked', 'refused'] as const;

const readReason = (reason: string): MessageFailure =>
  WORDS.find((word) => word === reason) ??
  judgeSmtpRefusal({ responseCode: 550, response: `550 ${reason}` }) ??
  'refused';
