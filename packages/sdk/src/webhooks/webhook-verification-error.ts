import { brandError, FieldInspectionError } from '../errors/field-inspection-error.ts';

/**
 * Reason that a delivery was refused:
 * - `missing_header`: there is no `Svc-Signature`
 * - `malformed`: the header is not `t=…,v1=…`
 * - `no_match`: no secret gives one of its signatures; a wrong secret, or a body that was parsed and written anew
 * - `too_old`, `too_new`: the signature is right, its time is out of the window; a replay, or a wrong clock
 * - `bad_json`: the signature is right, the body is not an event
 * - `too_large`: the body is longer than a handler's `maxBodyBytes`
 */
export type WebhookVerificationReason =
  'missing_header' | 'malformed' | 'no_match' | 'too_old' | 'too_new' | 'bad_json' | 'too_large';

/** A delivery that must not be trusted: answer 400, and don't look at its body. */
export class WebhookVerificationError extends FieldInspectionError {
  /** @internal */
  static override readonly $id = brandError(this, 'WebhookVerificationError');

  declare readonly reason: WebhookVerificationReason;

  /**
   * Seconds by which this machine's clock is ahead of the signature's time, with `too_old` and `too_new`; negative when
   * it is behind. The signature is right, so about the same skew on every delivery is a wrong clock, and not a replay.
   */
  declare readonly skewSeconds: number | undefined;

  constructor(reason: WebhookVerificationReason, message: string, skewSeconds?: number) {
    super(message);
    this.reason = reason;
    this.skewSeconds = skewSeconds;
  }
}
