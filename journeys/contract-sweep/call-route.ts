import type { ListedRoute } from '@field-inspection/contract';
import { expect } from 'vitest';
import { sampleBody } from './sample-body.ts';
import type { Ids } from './open-sweep-world.ts';
import { validateReply } from './validate-reply.ts';

export type Reply = { status: number; headers: Headers; text: string; body: unknown };

export type CallOptions = {
  ids: Ids;
  apiKey?: string;
  method?: string;
  headers?: Record<string, string>;
  /** The raw body; a valid one of the route's own unless given; null sends none. */
  rawBody?: string | null;
};

/**
 * Calls a route of the contract as a client would, with a valid body unless told otherwise. Whatever comes
 * back must be what the OpenAPI document describes.
 */
export const callRoute = async (
  baseUrl: string,
  { route, policy }: ListedRoute,
  { ids, apiKey, method = route.method, headers = {}, rawBody }: CallOptions,
): Promise<Reply> => {
  const path = route.path.replace(/:(\w+)/g, (_, name: keyof Ids) => ids[name]);
  const body =
    rawBody === undefined && route.method !== 'GET' ? JSON.stringify(sampleBody(route) ?? {}) : rawBody;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body && method !== 'GET' ? { body } : {}),
  });
  const text = await response.text();
  const { status, headers: given } = response;
  if (policy.public) {
    expect(validateReply({ method, path: route.path, status, headers: given, text })).toEqual([]);
  }
  return {
    status,
    headers: given,
    text,
    body: text ? (JSON.parse(text) as unknown) : undefined,
  };
};

/** A problem without what differs from request to request. */
export const withoutRequestId = (body: unknown): object => ({ ...(body as object), request_id: '' });
