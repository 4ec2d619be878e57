import type { Reason } from '../shelf/queue-item.ts';

export type Failure = {
  method: 'POST' | 'HEAD' | 'PATCH' | 'GET';
  status?: number | undefined;
  code?: string | undefined;
  retryAfterMs?: number | undefined;
};

export type Verdict =
  | { kind: 'again'; retryAfterMs: number }
  /** No reply came: the network or the service is gone. */
  | { kind: 'unreached' }
  | { kind: 'anew'; wasDamaged: boolean }
  | { kind: 'consent' }
  | { kind: 'access' }
  | { kind: 'refused'; reason: Reason };

const REFUSALS: Readonly<Record<string, Reason>> = {
  'session.already_ended': 'ended',
  'session.invalid_state': 'ended',
  'session.redacted': 'ended',
  quota_reached: 'quota',
  payload_too_large: 'too_large',
  unsupported_media_type: 'invalid',
  evidence_invalid: 'unusable',
  validation_error: 'invalid',
  // A proxy in front of the service answers 413.
  413: 'too_large',
};

/** A failure that may pass is tried again. */
export const judgeFailure = ({ method, status, code, retryAfterMs = 0 }: Failure): Verdict => {
  if (status === undefined || status === 0) return { kind: 'unreached' };
  if (status === 401 || code === 'permission_denied') return { kind: 'access' };
  if (code === 'consent_required') return { kind: 'consent' };
  if (code === 'checksum_mismatch') return { kind: 'anew', wasDamaged: true };
  if (code === 'idempotency_key_reused') return { kind: 'anew', wasDamaged: false };
  const isUpload = method === 'HEAD' || method === 'PATCH';
  if (isUpload && (status === 404 || status === 410)) return { kind: 'anew', wasDamaged: false };
  const reason = REFUSALS[code ?? status];
  if (reason) return { kind: 'refused', reason };
  return { kind: 'again', retryAfterMs };
};

const FOR_GOOD: readonly (Reason | undefined)[] = ['too_large', 'invalid', 'unusable'];

/** True for a reason for which the same bytes are refused at any time and by any way. */
export const isForGood = (reason: Reason | undefined): boolean => FOR_GOOD.includes(reason);

export class UploadFailure extends Error {
  // Declared alone: a field that the class defines brings a helper of 0.4 kB along for older browsers.
  declare readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(`${failure.method}: ${failure.code ?? failure.status ?? 'no reply'}`, { cause });
    this.name = 'UploadFailure';
    this.failure = failure;
  }
}

/** Only the service's own refusals have a problem as their body. */
export const readFailure = (
  method: Failure['method'],
  { status, body, retryAfter }: { status: number; body: string; retryAfter: string | null | undefined },
): Failure => {
  const seconds = Number(retryAfter ?? Number.NaN);
  return {
    method,
    status,
    code: readCode(body),
    ...(Number.isFinite(seconds) && { retryAfterMs: seconds * 1000 }),
  };
};

const readCode = (body: string): string | undefined => {
  try {
    const problem: unknown = JSON.parse(body);
    const code = (problem as { code?: unknown } | null)?.code;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
};
