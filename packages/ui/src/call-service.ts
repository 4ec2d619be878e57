import type { ErrorCode, SignatureStatus } from '@field-inspection/contract';

const CALL_TIMEOUT_MS = 20_000;

/** The reason why the service refused, with what it tells of that. */
export type Refusal = {
  code?: ErrorCode;
  attempts_remaining?: number;
  channel_hint_email?: string | null;
  channel_hint_phone?: string | null;
  session_ended?: boolean;
  signature_status?: SignatureStatus;
};

/** The reply to a call: undefined when nothing came. */
export type Reply<Body> =
  { isOk: true; body: Body } | { isOk: false; status: number; problem: Refusal } | undefined;

/** Calls the API, with no cache and no cookie; `options` are those of fetch. Waits 20 s unless they have a signal. */
export const callService = async <Body>(url: string, options: RequestInit = {}): Promise<Reply<Body>> => {
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...options,
    });
    const body = await response.json().catch(() => ({}));
    if (response.ok) return { isOk: true, body: body as Body };
    return { isOk: false, status: response.status, problem: body as Refusal };
  } catch {
    return undefined;
  }
};
