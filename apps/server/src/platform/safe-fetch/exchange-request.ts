import type { IncomingHttpHeaders } from 'node:http';
import type { Client, Dispatcher } from 'undici';
import { EgressError } from './egress-error.ts';
import type { Deadline } from './start-deadline.ts';

export type Answer = {
  status: number;
  headers: Record<string, string>;
  bodyExcerpt: string;
};

export type WireRequest = {
  path: string;
  method: 'POST' | 'GET';
  headers: Record<string, string>;
  body: string | null;
};

/** Reads the answer until the end or the cap, whichever comes first; then hangs up. */
export const exchangeRequest = (
  client: Client,
  request: WireRequest,
  { deadline, maxBodyBytes }: { deadline: Deadline; maxBodyBytes: number },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { signal } = deadline;
    signal.throwIfAborted();
    const hangUp = (): void => void client.destroy(signal.reason as EgressError);
    signal.addEventListener('abort', hangUp, { once: true });
    client.dispatch(request, collectAnswer({ deadline, maxBodyBytes, resolve, reject }));
  });

const BODY_CAPPED = new EgressError('protocol', 'The body is longer than what is read of it.');

/** These tell who answered and why; a cookie is never among them. */
const KEPT_HEADERS = [
  'allow',
  'cf-ray',
  'content-type',
  'location',
  'request-id',
  'retry-after',
  'server',
  'via',
  'www-authenticate',
  'x-amzn-requestid',
  'x-request-id',
];
const MAX_HEADER_VALUE_LENGTH = 256;

type Collection = {
  deadline: Deadline;
  maxBodyBytes: number;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
};

const collectAnswer = ({
  deadline,
  maxBodyBytes,
  resolve,
  reject,
}: Collection): Dispatcher.DispatchHandler => {
  const body = createCappedBody(maxBodyBytes);
  let head = { status: 0, headers: {} as IncomingHttpHeaders };
  const finish = (): void =>
    resolve({ status: head.status, headers: pickHeaders(head.headers), bodyExcerpt: body.excerpt() });

  return {
    onRequestStart: () => {
      deadline.phase = 'waiting for the answer';
    },
    onResponseStart: (_, status, headers) => {
      // Interim responses (RFC 9110 section 15.2) are passed over; the pool's byte limit ends a flood of them.
      if (status < 200) return;
      deadline.phase = 'reading the body';
      head = { status, headers };
    },
    onResponseData: (controller, chunk) => {
      if (body.push(chunk)) return;
      finish();
      controller.abort(BODY_CAPPED);
    },
    onResponseEnd: finish,
    onResponseError: (_, error) => reject(error),
  };
};

const pickHeaders = (headers: IncomingHttpHeaders): Answer['headers'] =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = [headers[name]].flat()[0];
      return value === undefined ? [] : [[name, value.slice(0, MAX_HEADER_VALUE_LENGTH)]];
    }),
  );

type CappedBody = {
  push: (chunk: Uint8Array) => boolean;
  /** UTF-8, fit for a PostgreSQL text column: no U+0000, no lone surrogate. */
  excerpt: () => string;
};

export const createCappedBody = (maxBytes: number): CappedBody => {
  // A single buffer: a slice of a chunk would keep 64 KiB alive, and a receiver that drips single bytes would make thousands
  // of slices.
  let kept: Uint8Array | null = null;
  let lengthBytes = 0;
  return {
    push: (chunk) => {
      kept ??= new Uint8Array(maxBytes);
      const fitting = chunk.subarray(0, maxBytes - lengthBytes);
      kept.set(fitting, lengthBytes);
      lengthBytes += fitting.length;
      return fitting.length === chunk.length;
    },
    excerpt: () => (kept === null ? '' : toExcerpt(kept.subarray(0, lengthBytes), maxBytes)),
  };
};

const toExcerpt = (bytes: Uint8Array, maxBytes: number): string => {
  // stream: a character that the cap cuts in two is left out rather than replaced.
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD');
  // A replacement character takes three bytes in place of one.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
};
