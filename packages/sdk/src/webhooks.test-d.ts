import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import express, { type RequestHandler } from 'express';
import type { Session, SessionJoinedData, WebhookEvent } from './index.ts';
import {
  createMemoryDedupe,
  createWebhookHandler,
  verifyWebhook,
  type VerifyWebhookInput,
} from './webhooks.ts';

/* The type tells the kind of `data`, and a future type is still a string. */
export function readEvent(event: WebhookEvent): Session | string | unknown {
  if (event.type === 'session.joined') return event.data satisfies SessionJoinedData;
  switch (event.type) {
    case 'session.created':
    case 'session.expired':
      return event.data satisfies Session;
    case 'session.completed':
    case 'evidence.created':
      return event.data.id satisfies string;
    case 'ping':
    case 'session.evidence.captured':
    case 'session.signed':
    case 'session.anchored':
      return undefined;
    default:
      return `${event.type satisfies string}: ${JSON.stringify(event.data)}`;
  }
}

// @ts-expect-error the data of a type that the SDK does not know are not known either
export const readUnknown = (event: WebhookEvent): string => event.data.id;

// A table of functions by type can handle every event.
export const dispatch = (
  event: WebhookEvent,
  handlers: Record<string, (event: WebhookEvent) => void>,
): void => handlers[event.type]?.(event);

/* Its key types a handler, which fits the frameworks; a misspelt type is an error. */
export const handler = createWebhookHandler({
  secrets: async () => ['whsec_…'],
  dedupe: createMemoryDedupe(),
  on: {
    'session.joined': ({ type, data }, { secretIndex, attempt }) => {
      const joined: 'session.joined' = type;
      return [joined, data.invite.recipient_first_name, secretIndex, attempt satisfies number | null];
    },
    'evidence.created': async ({ type, data }) => {
      const created: 'evidence.created' = type;
      return `${created} ${data.id satisfies string}`;
    },
  },
  onUnknown: ({ type, data }) => `${type satisfies string}: ${JSON.stringify(data)}`,
  onError: (error, { status, event }) => console.error(status, event?.id, error satisfies unknown),
});

export const POST: (request: Request) => Promise<Response> = handler;
export const withContext: (request: Request, context: { params: object }) => Promise<Response> = handler;
createServer(handler);
createSecureServer(handler);
express().post('/hooks', express.raw({ type: '*/*' }), handler);
export const middleware: RequestHandler = handler;

// @ts-expect-error no event has this type
createWebhookHandler({ on: { 'session.joind': () => undefined } });
// @ts-expect-error a ping reaches no handler
createWebhookHandler({ on: { ping: () => undefined } });
// @ts-expect-error another event's data
createWebhookHandler({ on: { 'session.created': ({ data }) => data.invite } });

/* A type newer than this package is named, and then handled without a cast. */
export function readNewer(input: VerifyWebhookInput): unknown {
  const event: WebhookEvent<'session.future'> = verifyWebhook(input);
  if (event.type === 'session.joined') return event.data satisfies SessionJoinedData;
  if (event.type === 'session.future') return event.data;
  // @ts-expect-error no event has this type, and none was named so
  if (event.type === 'session.futur') return null;
  return readNewerEvent(event);
}

function readNewerEvent(event: WebhookEvent<'session.future'>): unknown {
  switch (event.type) {
    case 'session.created':
      return event.data satisfies Session;
    case 'session.future':
      return event.data;
    default:
      return event.type satisfies string;
  }
}

export const newer = createWebhookHandler<'session.future'>({
  on: {
    'session.joined': ({ data }) => data.invite.id,
    'session.future': ({ id, type, data }) => [id, type satisfies string, data],
  },
});

// @ts-expect-error no event has this type, and none was named so
createWebhookHandler<'session.future'>({ on: { 'session.futur': () => undefined } });
// @ts-expect-error what this package does not know has no data that it knows
createWebhookHandler<'session.future'>({ on: { 'session.future': ({ data }) => data.id } });
