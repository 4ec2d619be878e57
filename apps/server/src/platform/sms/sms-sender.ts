/** Sends SMS. A rejected promise means that it may be tried again, with the same client reference. */
export type SmsSender = { send: (message: SmsMessage) => Promise<void> };

export type SmsMessage = {
  /** E.164. */
  to: string;
  text: string;
  /** The id of the message's row, the same at every attempt: the gateway can drop the second copy. */
  clientRef: string;
};
