import { expect } from 'vitest';
import { namesInPath, type Ids } from './ids.ts';
import { beginning, sendingFrom, UPLOADS_PATH, type Operation } from './operations.ts';
import { sampleBody, SAMPLE_PHOTO } from './sample-body.ts';
import { sendRequest, type Reply } from './send-request.ts';
import { validateReply } from './validate-reply.ts';

export type ReadReply = Reply & { body: unknown };

export type CallOptions = {
  ids: Ids;
  bearer?: string | undefined;
  /** The cookies of a browser, on a page of the service; '' where it has none yet. */
  cookie?: string | undefined;
  method?: string;
  query?: string;
  headers?: Record<string, string>;
  /** The raw body; the operation's sample unless given; null sends none. */
  rawBody?: string | null;
  /** Announces a body of that length, and sends none. */
  announcedBytes?: number;
};

/** The calling device: a signer's session is bound to it. */
export const USER_AGENT = 'sweep';

/** Sends a valid request unless told otherwise. Any reply must be as the OpenAPI document says. */
export const callOperation = async (
  baseUrl: string,
  operation: Operation,
  {
    ids,
    bearer,
    cookie,
    query,
    method = operation.method,
    headers: more = {},
    rawBody,
    announcedBytes,
  }: CallOptions,
): Promise<ReadReply> => {
  const path = namesInPath(operation.path).reduce(
    (given, name) => given.replace(`:${name}`, ids[name]),
    operation.path,
  );
  // The id of a link has a query of its own.
  const whole = (query === undefined ? path : `${path}?${query}`).replace(/\?(.*)\?/, '?$1&');
  const body = rawBody === undefined ? sampleContent(operation, ids) : rawBody;
  const headers = {
    'user-agent': USER_AGENT,
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    ...(cookie === undefined ? {} : { 'sec-fetch-site': 'same-origin' }),
    ...(cookie ? { cookie } : {}),
    ...(body && !operation.upload
      ? { 'content-type': typeof body === 'string' ? 'application/json' : 'image/jpeg' }
      : {}),
    ...operation.upload?.headers,
    ...more,
  };
  const sent = { method, path: whole, headers, body: method === 'GET' ? null : body, announcedBytes };
  const reply = await sendRequest(baseUrl, sent);
  if (isDescribed(operation, method, reply))
    expect(validateReply({ ...reply, method, path: operation.path })).toEqual([]);
  const isJson = /json(?!l)/.test(reply.headers.get('content-type') ?? '') && reply.text !== '';
  return { ...reply, body: isJson ? (JSON.parse(reply.text) as unknown) : undefined };
};

const sampleContent = ({ content, body, upload, path }: Operation, ids: Ids): string | Buffer | null => {
  if (upload) return upload.body ?? null;
  if (content === 'none') return null;
  return content === 'photo' ? SAMPLE_PHOTO : JSON.stringify(sampleBody({ body, path }, ids) ?? {});
};

// The document has no OPTIONS, which tus has; and a refusal of HEAD has no body.
const isDescribed = ({ listed, upload }: Operation, method: string, { status }: Reply): boolean =>
  upload ? method !== 'OPTIONS' && !(method === 'HEAD' && status >= 400) : listed!.policy.public;

export const withoutRequestId = (body: unknown): object => ({ ...(body as object), request_id: '' });

export const beginUpload = async (baseUrl: string, token: string): Promise<string> => {
  const authorization = `Bearer ${token}`;
  const send = (method: string, path: string, headers: Record<string, string>) => {
    const body = method === 'POST' ? null : 'abcd';
    return sendRequest(baseUrl, { method, path, headers: { authorization, ...headers }, body });
  };
  const begun = await send('POST', UPLOADS_PATH, beginning());
  const id = begun.headers.get('location')?.split('/').at(-1);
  if (!id) throw new Error(`The upload did not begin: ${begun.status} ${begun.text}`);
  await send('PATCH', `${UPLOADS_PATH}/${id}`, sendingFrom(0));
  return id;
};
