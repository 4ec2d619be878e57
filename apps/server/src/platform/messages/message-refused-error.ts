import type { MessageFailure } from '@field-inspection/contract';

/** The reason why a message is refused for good, as far as the refusal says it. */
export type Refusal = Extract<MessageFailure, 'unknown_recipient' | 'mailbox_full' | 'blocked' | 'refused'>;

/** A message that a mail server or a gateway refuses for good: to try it again gives the same answer. */
export class MessageRefusedError extends Error {
  override name = 'MessageRefusedError';
  readonly reason: Refusal;

  constructor(reason: Refusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
