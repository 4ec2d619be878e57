import { callService, type Reply } from '@field-inspection/ui';

const CALL_TIMEOUT_MS = 20_000;
const KEY_BYTES = 16;

let unanswered: { act: string; key: string } | undefined;

type Given = {
  method?: 'POST' | 'PATCH' | 'DELETE';
  body?: object | undefined;
  token?: string;
  withCookies?: boolean;
  timeoutMs?: number | undefined;
};

/** Repeating an act whose answer never came gets that answer, and does not do the act twice. */
export const writeOnce = async <Body>(
  url: string,
  { method = 'POST', body, token, withCookies = false, timeoutMs = CALL_TIMEOUT_MS }: Given,
): Promise<Reply<Body>> => {
  const act = JSON.stringify([method, url, body]);
  const key = unanswered?.act === act ? unanswered.key : drawKey();
  unanswered = { act, key };
  const reply = await callService<Body>(url, {
    method,
    credentials: withCookies ? 'same-origin' : 'omit',
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      'Idempotency-Key': key,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (reply) unanswered = undefined;
  return reply;
};

const drawKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
