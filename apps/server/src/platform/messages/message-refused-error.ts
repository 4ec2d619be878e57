import type { MessageFailure } from '@field-inspection/contract';

export type Refusal = Extract<MessageFailure, 'unknown_recipient' | 'mailbox_full' | 'blocked' | 'refused'>;

/** Refused for good: another try would get the same answer. */
export class MessageRefusedError extends Error {
  override name = 'MessageRefusedError';
  readonly reason: Refusal;

  constructor(reason: Refusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
