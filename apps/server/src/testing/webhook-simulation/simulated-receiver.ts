import type { SafeFetchOutcome, SafeFetchRequest } from '../../platform/safe-fetch/create-safe-fetch.ts';
import type { Choices } from './create-choices.ts';

export type Exchange = {
  request: SafeFetchRequest;
  answer: (outcome: SafeFetchOutcome) => void;
};

export type Reaction = { word: string; outcome: SafeFetchOutcome; takesMs: number };

/** A receiver picks its reactions from its mood. */
export const MOODS = {
  healthy: ['ok'],
  flaky: ['ok', 'ok', 'error', 'slow', 'busy'],
  broken: ['error', 'slow', 'busy', 'gone-away'],
  leaving: ['ok', 'gone', 'error'],
} as const satisfies Record<string, readonly string[]>;

export type Mood = keyof typeof MOODS;

export const react = (choices: Choices, mood: Mood): Reaction => {
  const word = choices.pick<string>(MOODS[mood]);
  switch (word) {
    case 'ok':
      return { word, outcome: answered(choices.pick([200, 204, 299])), takesMs: choices.below(50) };
    case 'error':
      return { word, outcome: answered(choices.pick([301, 404, 500, 503])), takesMs: choices.below(50) };
    case 'busy':
      return { word, outcome: answered(429, String(choices.between(0, 4_000))), takesMs: 5 };
    case 'gone':
      return { word, outcome: answered(410), takesMs: 5 };
    case 'gone-away':
      return { word, outcome: unanswered('refused', 1), takesMs: 1 };
    default:
      return { word, outcome: unanswered('timeout', 10_000), takesMs: 10_000 };
  }
};

export const isDelivered = (outcome: SafeFetchOutcome): boolean =>
  outcome.ok && outcome.status >= 200 && outcome.status <= 299;

const answered = (status: number, retryAfter: string | null = null): SafeFetchOutcome => ({
  ok: true,
  status,
  headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  bodyExcerpt: '',
  durationMs: 1,
});

const unanswered = (errorClass: 'refused' | 'timeout', durationMs: number): SafeFetchOutcome => ({
  ok: false,
  errorClass,
  message: 'The receiver did not answer.',
  durationMs,
});
