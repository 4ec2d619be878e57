import { brandError } from '../internal/brand-error.ts';
import { FieldInspectionError } from './field-inspection-error.ts';

/**
 * Why a delivery was refused:
 * - `missing_header`: there is no `Svc-Signature`
 * - `malformed`: the header is not `t=…,v1=…`
 * - `no_match`: no secret gives one of its signatures; a wrong secret, or a body that was parsed and written anew
 * - `too_old`, `too_new`: the signature is right, its time is out of the window; a replay, or a wrong clock
 * - `bad_json`: the signature is right, the body is not an event
 */
export type WebhookVerificationReason =
  'missing_header' | 'malformed' | 'no_match' | 'too_old' | 'too_new' | 'bad_json';

/** A delivery that must not be trusted: answer 400, and don't look at its body. */
export class WebhookVerificationError extends FieldInspectionError {
  static {
    brandError(this, 'WebhookVerificationError');
  }

  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message);
    this.reason = reason;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), reason: this.reason };
  }
}
