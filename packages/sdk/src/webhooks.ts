export { FieldInspectionError, UsageError } from './core/field-inspection-error.ts';
export { signWebhook, type SignWebhookInput, type WebhookSignatureHeaders } from './core/sign-webhook.ts';
export type { UnknownWebhookEvent } from './core/unknown-webhook-event.ts';
export {
  type VerifiedWebhookEvent,
  verifyWebhook,
  verifyWebhookAsync,
  type VerifyWebhookInput,
} from './core/verify-webhook.ts';
export {
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './core/webhook-verification-error.ts';
export type { WebhookBody, WebhookHeaders } from './internal/webhook-delivery.ts';
export type * from './resources/webhook-event.ts';
