import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../dice.ts';
import type { Ledger } from '../ledger.ts';

export type Request = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD';
  path: string;
  token?: string;
  /** The Idempotency-Key, repeated with the request. */
  key?: string;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Uint8Array;
};

export type Reply = { status: number; body: Record<string, unknown>; headers: Headers };

export type Sender = { ledger: Ledger; processes: { apis: { baseUrl: string }[] }; dice: Dice };

/** Longer than any answer takes, refusals included. */
const ANSWER_MS = 20_000;
const GIVE_UP_MS = 90_000;

/** Repeats a request at either process after 503 or no answer, as a client does. */
export const send = async (sender: Sender, request: Request): Promise<Reply> => {
  const { ledger, dice } = sender;
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    const reply = await sendOnce(sender, request);
    if (reply && !isForNow(reply)) return reply;
    if (Date.now() > deadline) {
      ledger.surprises.push(`${describe(request)} had no answer for good within ${GIVE_UP_MS / 1000} s`);
      throw new Error('no answer');
    }
    await sleep(50 + dice.below(250));
  }
};

export const sendOnce = async (
  { ledger, processes, dice }: Sender,
  request: Request,
): Promise<Reply | undefined> => {
  const from = Date.now();
  const { baseUrl } = dice.pick(processes.apis);
  ledger.requests += 1;
  const reply = await exchange(baseUrl, request).catch((error: unknown) => error);
  const isAnswer = !(reply instanceof Error);
  const { status } = isAnswer ? (reply as Reply) : { status: 0 };
  ledger.answers.set(status, (ledger.answers.get(status) ?? 0) + 1);
  const what = `${describe(request)} -> ${isAnswer ? status : String((reply as Error).cause ?? reply)}`;
  if (status === 0 || status === 503) ledger.refusals.push({ what, from, to: Date.now() });
  else if (status >= 500) ledger.surprises.push(`${what} ${JSON.stringify((reply as Reply).body)}`);
  return isAnswer ? (reply as Reply) : undefined;
};

const exchange = async (baseUrl: string, request: Request): Promise<Reply> => {
  const { method, path, token, key, headers, json, bytes } = request;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'user-agent': 'soak',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(bytes ? { body: Buffer.from(bytes) } : {}),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    body: (isJson && text ? JSON.parse(text) : {}) as Reply['body'],
    headers: response.headers,
  };
};

/** The refusal asks to try again. */
const isForNow = ({ status, body }: Reply): boolean =>
  status >= 500 || status === 429 || (status === 409 && body['code'] === 'idempotency_in_flight');

const describe = ({ method, path }: Request): string => `${method} ${path.replace(/\/join\/.*/, '/join/…')}`;
