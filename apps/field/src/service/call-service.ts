import type {
  JoinedSession,
  ParticipantConsents,
  Problem,
  RequestedCode,
  UpdateConsentBody,
} from '@field-inspection/contract';
import type { z } from 'zod';
import type { FieldSessionState } from '../inspection.ts';

const CALL_TIMEOUT_MS = 20_000;

/** Why the service refused, with what it tells of that. */
export type Refusal = Pick<z.output<typeof Problem>, 'code'> & {
  attempts_remaining?: number;
  channel_hint_email?: string | null;
  channel_hint_phone?: string | null;
  session_ended?: boolean;
};

/** What came of a call: undefined when nothing came. */
export type Reply<Body> =
  { isOk: true; body: Body } | { isOk: false; status: number; problem: Partial<Refusal> } | undefined;

type Join = { sessionId: string; link: string };

/** Redeems the link, or goes on with it on the device that did. */
export const joinByLink = ({ sessionId, link }: Join, code?: string): Promise<Reply<JoinedSession>> =>
  callService(`sessions/${sessionId}/join/${link}`, { headers: code ? { 'X-Join-OTP': code } : {} });

export const requestCode = ({ sessionId, link }: Join): Promise<Reply<RequestedCode>> =>
  callService(`sessions/${sessionId}/join/${link}/code`, { method: 'POST' });

export const getFieldState = (fieldToken: string): Promise<Reply<FieldSessionState>> =>
  callService('field/session', { headers: { Authorization: `Bearer ${fieldToken}` } });

/** Goes out even when the page is closed meanwhile. */
export const updateConsent = (
  fieldToken: string,
  body: z.input<typeof UpdateConsentBody>,
): Promise<Reply<ParticipantConsents>> =>
  callService('field/consent', {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${fieldToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  });

/** Ends what the token may do on this device. */
export const leaveSession = (fieldToken: string): Promise<Reply<unknown>> =>
  callService('field/leave', {
    method: 'POST',
    headers: { Authorization: `Bearer ${fieldToken}` },
    keepalive: true,
  });

const callService = async <Body>(path: string, options: RequestInit): Promise<Reply<Body>> => {
  try {
    const response = await fetch(`../v1/${path}`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...options,
    });
    const body = await response.json().catch(() => ({}));
    if (response.ok) return { isOk: true, body: body as Body };
    return { isOk: false, status: response.status, problem: body as Partial<Refusal> };
  } catch {
    return undefined;
  }
};
