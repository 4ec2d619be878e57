import type { PulledEvent } from '@field-inspection/sdk';

/** Longer than the service would wait, for a receiver at a breakpoint. */
const FORWARD_TIMEOUT_MS = 60_000;

export type Forwarded = { readonly status: number; readonly said: string } | { readonly error: string };

export async function forwardEvent(
  { headers, body }: PulledEvent,
  { to, signal }: { to: URL; signal: AbortSignal },
): Promise<Forwarded> {
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]),
    });
    const said = toOneLine(await response.text());
    return { status: response.status, said };
  } catch (error) {
    return { error: describe(error) };
  }
}

const SAID_LENGTH = 200;

// A receiver may answer a page: its beginning fits in one line of the terminal.
const toOneLine = (text: string): string =>
  text
    .slice(0, SAID_LENGTH)
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();

// fetch says only "fetch failed"; the reason is in its cause.
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, message } = (error.cause ?? {}) as { code?: string; message?: string };
  // The Fetch standard blocks ports of other protocols.
  if (message === 'bad port') return 'fetch does not connect to this port: let the receiver have another';
  return code ?? error.message;
}

export const isTaken = (forwarded: Forwarded): boolean =>
  'status' in forwarded && forwarded.status >= 200 && forwarded.status < 300;
