import type {
  FieldDone,
  JoinedSession,
  ParticipantConsents,
  RequestedCode,
  UpdateConsentBody,
} from '@field-inspection/contract';
import { callService, type Reply } from '@field-inspection/ui';
import type { z } from 'zod';
import type { FieldSessionState } from '../inspection.ts';

type Join = { sessionId: string; link: string };

/** Redeems the link, or goes on with it on the device that redeemed it. */
export const joinByLink = ({ sessionId, link }: Join, code?: string): Promise<Reply<JoinedSession>> =>
  call(`sessions/${sessionId}/join/${link}`, { headers: code ? { 'X-Join-OTP': code } : {} });

export const requestCode = ({ sessionId, link }: Join): Promise<Reply<RequestedCode>> =>
  call(`sessions/${sessionId}/join/${link}/code`, { method: 'POST' });

export const getFieldState = (fieldToken: string): Promise<Reply<FieldSessionState>> =>
  call('field/session', { headers: { Authorization: `Bearer ${fieldToken}` } });

/** `keepalive` lets the call go out even when the page is closed meanwhile. */
export const updateConsent = (
  fieldToken: string,
  body: z.input<typeof UpdateConsentBody>,
): Promise<Reply<ParticipantConsents>> =>
  call('field/consent', {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${fieldToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  });

/** Said again, it is the same word: a lost reply needs no key. */
export const tellDone = (fieldToken: string): Promise<Reply<FieldDone>> =>
  call('field/done', { method: 'POST', headers: { Authorization: `Bearer ${fieldToken}` } });

export const leaveSession = (fieldToken: string): Promise<Reply<unknown>> =>
  call('field/leave', {
    method: 'POST',
    headers: { Authorization: `Bearer ${fieldToken}` },
    keepalive: true,
  });

const call = <Body>(path: string, options?: RequestInit): Promise<Reply<Body>> =>
  callService(`../v1/${path}`, options);
