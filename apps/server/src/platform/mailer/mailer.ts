/** Sends e-mail. A rejected promise means that it may be tried again, with the same message id. */
export type Mailer = { send: (message: EmailMessage) => Promise<void> };

export type EmailMessage = {
  /** One address, without a display name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The id of the message's row; the Message-ID header is made from it, the same at every attempt. */
  messageId: string;
  headers?: Record<string, string>;
};
