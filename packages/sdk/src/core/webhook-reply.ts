/** What to answer a delivery. */
export interface WebhookReply {
  /**
   * 204: handled, passed over, or a ping; 400: refused; 405: not a POST; 413: too long; 500: the receiver
   * failed. The service tries again after anything but 2xx.
   */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or empty with 204. */
  readonly body: string;
}
