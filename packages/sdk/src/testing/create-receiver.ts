import { createWebhookHandler } from '../webhooks/create-webhook-handler.ts';
import { receiveWebhook } from '../webhooks/receive-webhook.ts';
import type {
  WebhookContext,
  WebhookErrorContext,
  WebhookHandlerOptions,
} from '../webhooks/webhook-handler-options.ts';
import { NOW, SECRET, type SignedDelivery } from './sign-delivery.ts';

export function createReceiver(options: Partial<WebhookHandlerOptions> = {}) {
  const handled: unknown[] = [];
  const contexts: WebhookContext[] = [];
  const errors: { error: unknown; context: WebhookErrorContext }[] = [];
  const all: WebhookHandlerOptions = {
    secrets: SECRET,
    now: () => NOW * 1000,
    on: {
      'session.created': (event, context) => {
        handled.push(event);
        contexts.push(context);
      },
    },
    onError: (error, context) => void errors.push({ error, context }),
    ...options,
  };
  const receive = ({ body, headers }: SignedDelivery, method?: string) =>
    receiveWebhook({ method, headers, body }, all);
  return { receive, handler: createWebhookHandler(all), handled, contexts, errors };
}
