import type { ListedRoute } from '@field-inspection/contract';
import { expect } from 'vitest';
import { announceBody } from './announce-body.ts';
import { namesInPath, type Ids } from './ids.ts';
import { sampleBody, SAMPLE_PHOTO } from './sample-body.ts';
import { validateReply } from './validate-reply.ts';

export type Reply = { status: number; headers: Headers; bytes: Buffer; text: string; body: unknown };

export type CallOptions = {
  ids: Ids;
  bearer?: string | undefined;
  method?: string;
  headers?: Record<string, string>;
  /** The raw body; a valid one of the route's own unless given; null sends none. */
  rawBody?: string | null;
  /** Sends no body, but the length of one. */
  announcedBytes?: number;
};

/** The device that calls: a signer's session is bound to it. */
export const USER_AGENT = 'sweep';

/**
 * Calls a route of the contract as a client would, with a valid body unless told otherwise. Whatever comes
 * back must be what the OpenAPI document describes.
 */
export const callRoute = async (
  baseUrl: string,
  listed: ListedRoute,
  { ids, bearer, method = listed.route.method, headers: extra = {}, rawBody, announcedBytes }: CallOptions,
): Promise<Reply> => {
  const { route, policy } = listed;
  const path = namesInPath(route.path).reduce(
    (given, name) => given.replace(`:${name}`, ids[name]),
    route.path,
  );
  // The id of a link has a query of its own.
  const url = baseUrl + path.replace(/\?(.*)\?/, '?$1&');
  const body = rawBody === undefined ? sampleContent(listed, ids) : rawBody;
  const headers = {
    'user-agent': USER_AGENT,
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    ...(body ? { 'content-type': typeof body === 'string' ? 'application/json' : 'image/jpeg' } : {}),
    ...extra,
  };
  const response = announcedBytes
    ? await announceBody(url, { method, headers, sizeBytes: announcedBytes })
    : await fetch(url, { method, headers, ...(body && method !== 'GET' ? { body } : {}) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  const { status, headers: given } = response;
  if (policy.public) {
    expect(validateReply({ method, path: route.path, status, headers: given, text })).toEqual([]);
  }
  const isJson = /json(?!l)/.test(given.get('content-type') ?? '');
  return { status, headers: given, bytes, text, body: isJson ? (JSON.parse(text) as unknown) : undefined };
};

const sampleContent = ({ route, policy }: ListedRoute, ids: Ids): string | Buffer<ArrayBuffer> | null => {
  if (route.method === 'GET') return null;
  return policy.content ? SAMPLE_PHOTO : JSON.stringify(sampleBody(route, ids) ?? {});
};

/** A problem without what differs from request to request. */
export const withoutRequestId = (body: unknown): object => ({ ...(body as object), request_id: '' });
