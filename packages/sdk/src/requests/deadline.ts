import type { RequestOptions } from './options.ts';
import { readTimeout, type Settings } from './read-settings.ts';

/** The end of a logical call, whatever it is made of. */
export interface Deadline {
  /** How long it was from the beginning. */
  readonly deadlineMs: number;
  readonly endsAtMs: number;
}

/** A deadline that begins now. */
export function startDeadline(options: RequestOptions | undefined, settings: Settings): Deadline {
  const deadlineMs = readTimeout('deadlineMs', options?.deadlineMs ?? settings.deadlineMs);
  return { deadlineMs, endsAtMs: settings.runtime.now() + deadlineMs };
}

/**
 * The time that an attempt beginning now may take, and whether the deadline is what ends it; `null` when
 * none may begin. For the attempt after a wait, `nowMs` is when that wait will be over.
 */
export function limitAttempt(
  { timeoutMs, deadline }: { timeoutMs: number; deadline: Deadline },
  nowMs: number,
): { timeoutMs: number; isByDeadline: boolean } | null {
  const leftMs = deadline.endsAtMs - nowMs;
  if (leftMs <= 0) return null;
  return { timeoutMs: Math.min(timeoutMs, leftMs), isByDeadline: leftMs < timeoutMs };
}
