import type { RequestOptions } from './options.ts';
import { readTimeout, type Settings } from './read-settings.ts';

/** End of a logical call, over all its parts. */
export interface Deadline {
  readonly deadlineMs: number;
  readonly endsAtMs: number;
}

/** A deadline that begins now. */
export function startDeadline(options: RequestOptions | undefined, settings: Settings): Deadline {
  const deadlineMs = readTimeout('deadlineMs', options?.deadlineMs ?? settings.deadlineMs);
  return { deadlineMs, endsAtMs: settings.runtime.now() + deadlineMs };
}

/**
 * Gives the time for an attempt beginning now, and whether the deadline ends it; `null` when none may begin. For the
 * attempt after a wait, `nowMs` is when that wait will be over.
 */
export function limitAttempt(
  { timeoutMs, deadline }: { timeoutMs: number; deadline: Deadline },
  nowMs: number,
): { timeoutMs: number; isByDeadline: boolean } | null {
  const leftMs = deadline.endsAtMs - nowMs;
  if (leftMs <= 0) return null;
  return { timeoutMs: Math.min(timeoutMs, leftMs), isByDeadline: leftMs < timeoutMs };
}
