import type { ErrorCode, SignatureStatus } from '@field-inspection/contract';

const CALL_TIMEOUT_MS = 20_000;

/** The service's refusal, with what it tells of the reason. */
export type Refusal = {
  code?: ErrorCode;
  detail?: string;
  attempts_remaining?: number;
  channel_hint_email?: string | null;
  channel_hint_phone?: string | null;
  session_ended?: boolean;
  signature_status?: SignatureStatus;
  invitation_status?: 'used' | 'expired';
};

/** undefined: no reply came. */
export type Reply<Body> =
  { isOk: true; body: Body } | { isOk: false; status: number; problem: Refusal } | undefined;

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
