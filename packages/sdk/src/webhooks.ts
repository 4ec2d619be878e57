export { createMemoryDedupe, type MemoryDedupeOptions } from './core/create-memory-dedupe.ts';
export {
  createWebhookHandler,
  type NodeResponse,
  type WebhookHandler,
} from './core/create-webhook-handler.ts';
export { FieldInspectionError, UsageError } from './core/field-inspection-error.ts';
export { type ReceivedWebhook, receiveWebhook } from './core/receive-webhook.ts';
export type { WebhookReply } from './core/webhook-reply.ts';
export { signWebhook, type SignWebhookInput, type WebhookSignatureHeaders } from './core/sign-webhook.ts';
export type { UnknownWebhookEvent } from './core/unknown-webhook-event.ts';
export {
  type VerifiedWebhookEvent,
  verifyWebhook,
  verifyWebhookAsync,
  type VerifyWebhookInput,
} from './core/verify-webhook.ts';
export type {
  HandledWebhookEvent,
  WebhookContext,
  WebhookDedupe,
  WebhookErrorContext,
  WebhookEventHandlers,
  WebhookEventOf,
  WebhookHandlerOptions,
  WebhookSecrets,
} from './core/webhook-handler-options.ts';
export {
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './core/webhook-verification-error.ts';
export type { FetchRequest } from './internal/read-fetch-body.ts';
export type { NodeRequest } from './internal/read-node-body.ts';
export type { WebhookBody, WebhookHeaders } from './internal/webhook-delivery.ts';
export type * from './resources/webhook-event.ts';
