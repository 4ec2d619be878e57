export { createMemoryDedupe, type MemoryDedupeOptions } from './webhooks/create-memory-dedupe.ts';
export {
  createWebhookHandler,
  type NodeResponse,
  type WebhookHandler,
} from './webhooks/create-webhook-handler.ts';
export { FieldInspectionError, UsageError } from './errors/field-inspection-error.ts';
export { type ReceivedWebhook, receiveWebhook } from './webhooks/receive-webhook.ts';
export type { WebhookReply } from './webhooks/answer-delivery.ts';
export { signWebhook, type SignWebhookInput, type WebhookSignatureHeaders } from './webhooks/sign-webhook.ts';
export type { UnknownWebhookEvent } from './webhooks/unknown-webhook-event.ts';
export {
  type VerifiedWebhookEvent,
  verifyWebhook,
  verifyWebhookAsync,
  type VerifyWebhookInput,
} from './webhooks/verify-webhook.ts';
export type {
  HandledWebhookEvent,
  WebhookContext,
  WebhookDedupe,
  WebhookErrorContext,
  WebhookEventHandlers,
  WebhookEventOf,
  WebhookHandlerOptions,
  WebhookSecrets,
} from './webhooks/webhook-handler-options.ts';
export {
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './webhooks/webhook-verification-error.ts';
export type { FetchRequest } from './webhooks/read-body.ts';
export type { NodeRequest } from './webhooks/read-body.ts';
export type { WebhookBody, WebhookHeaders } from './webhooks/webhook-delivery.ts';
export type * from './webhooks/webhook-event.ts';
