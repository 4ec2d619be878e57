import type { PulledEvent } from '@field-inspection/sdk';

/** How long a receiver may take: longer than the service would wait, for one that stands at a breakpoint. */
const FORWARD_TIMEOUT_MS = 60_000;

/** What came of it: the status that the receiver answered, or why there is none. */
export type Forwarded = { readonly status: number } | { readonly error: string };

/** Sends an event to a receiver as the service would: the same bytes under the same headers. */
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
    await response.arrayBuffer();
    return { status: response.status };
  } catch (error) {
    return { error: describe(error) };
  }
}

// fetch says only "fetch failed"; why is in its cause.
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? error.message;
}

export const isTaken = (forwarded: Forwarded): boolean =>
  'status' in forwarded && forwarded.status >= 200 && forwarded.status < 300;
