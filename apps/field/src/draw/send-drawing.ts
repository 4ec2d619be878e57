import { readReceipt } from '../queue/sending/call-field.ts';
import { readFailure } from '../queue/sending/judge-failure.ts';
import type { Receipt } from '../queue/shelf/queue-item.ts';
import { judgeReply, type Trouble } from './judge-drawing.ts';
import type { NamedDraft } from './keep-draft.ts';
import { kindOf } from '../parts/name-pieces.ts';

/** A drawing on its way. Its key makes the service store it once, however often it is sent. */
export type DrawingCall = { method: 'POST' | 'PATCH'; path: string; body: object; key: string };

export type Sent<Body> =
  | { isSent: true; body: Body; receipt: Receipt | undefined }
  | { isSent: false; trouble: Trouble; retryAfterMs?: number | undefined };

const TIMEOUT_MS = 20_000;

export const sendDrawing = async <Body>(
  { fieldToken }: { fieldToken: string },
  { method, path, body, key }: DrawingCall,
): Promise<Sent<Body>> => {
  const { signal, release } = openDeadline();
  try {
    const response = await fetch(`../v1/field/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${fieldToken}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
      signal,
    });
    const text = await response.text();
    const receipt = readReceipt((name) => response.headers.get(name));
    if (response.ok) return { isSent: true, body: JSON.parse(text) as Body, receipt };
    const { status, headers } = response;
    const failure = readFailure(method, { status, body: text, retryAfter: headers.get('Retry-After') });
    return { isSent: false, trouble: judgeReply(failure), retryAfterMs: failure.retryAfterMs };
  } catch {
    return { isSent: false, trouble: 'offline' };
  } finally {
    release();
  }
};

/**
 * Ends a call that takes too long, and at once when the network goes, so that the person need not wait for the timeout.
 */
const openDeadline = () => {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, TIMEOUT_MS);
  addEventListener('offline', end);
  return {
    signal: ending.signal,
    release: () => {
      clearTimeout(timer);
      removeEventListener('offline', end);
    },
  };
};

export type Saved = { id: string; version: number };

/** The statement is sent word for word as it was shown. */
export type Signing = { name: string; statement?: string; locale?: string };

/**
 * A drawing on a photo becomes an annotation, a signature goes with its statement, and a sketch becomes a new
 * whiteboard or the version after the one that this device knows.
 */
export const planCall = (
  { name, draft: { sketch: drawing, key, more } }: NamedDraft,
  evidence: string | undefined,
): DrawingCall => {
  const kind = kindOf(name);
  if (kind === 'annotation') return { method: 'POST', path: 'annotations', body: { evidence, drawing }, key };
  if (kind === 'signature')
    return { method: 'POST', path: 'signature', body: { ...(more as Signing), drawing }, key };
  const saved = more as Saved | undefined;
  return saved
    ? { method: 'PATCH', path: `whiteboards/${saved.id}`, body: { version: saved.version, drawing }, key }
    : { method: 'POST', path: 'whiteboards', body: { drawing }, key };
};
