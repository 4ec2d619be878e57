import type { RequestOptions } from './options.ts';
import { readTimeout, type Settings } from './read-settings.ts';

export interface Deadline {
  readonly deadlineMs: number;
  readonly endsAtMs: number;
}

export function startDeadline(options: RequestOptions | undefined, settings: Settings): Deadline {
  const deadlineMs = readTimeout('deadlineMs', options?.deadlineMs ?? settings.deadlineMs);
  return { deadlineMs, endsAtMs: settings.runtime.now() + deadlineMs };
}

/** `null` when no attempt may begin. After a wait, `nowMs` is the time at the end of that wait. */
export function limitAttempt(
  { timeoutMs, deadline }: { timeoutMs: number; deadline: Deadline },
  nowMs: number,
): { timeoutMs: number; isByDeadline: boolean } | null {
  const leftMs = deadline.endsAtMs - nowMs;
  if (leftMs <= 0) return null;
  return { timeoutMs: Math.min(timeoutMs, leftMs), isByDeadline: leftMs < timeoutMs };
}
