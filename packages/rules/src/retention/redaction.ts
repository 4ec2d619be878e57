import type { Actor, Effects, Fact, Instant } from '../effects.ts';
import { Refusal } from '../refusal.ts';
import { SESSION_TEXTS } from '../sessions/create-session.ts';
import { requireUnredacted } from '../sessions/session-state.ts';
import type { RetentionReason } from './policy.ts';

type Erasable = { status: string; on_hold: boolean };

/** Refuses to erase a session on hold, or one whose chain is not frozen (`isFrozen`). */
export const requireErasable = ({ status, on_hold }: Erasable, isFrozen: boolean): void => {
  if (on_hold) {
    const detail = 'The session is under a legal hold: nothing of it may be erased. Release it first.';
    throw new Refusal('session.on_hold', detail);
  }
  if (isFrozen) return;
  const remedy =
    status === 'closed' ? 'Its audit chain still grows; try again in a minute.' : 'End it first.';
  throw new Refusal('session.invalid_state', `The session is ${status}. ${remedy}`);
};

export const NO_WORDS = { ...SESSION_TEXTS, metadata: {}, shots: [], contact: null, report_recipients: [] };

/** Hashes in one entry; a session has up to some thousand files. */
const HASHES_AN_ENTRY = 1_000;

/**
 * Gives entries of the addenda: how much was erased, why, and the hashes of the files that a bundle withholds from now
 * on. They name no person.
 *
 * @param why in the addenda's words, with who asked for it
 */
export const factsOfRedaction = (
  why: { reason: 'data_subject_request' | 'no_longer_needed' | RetentionReason } & (
    Partial<Actor> | { policy: true }
  ),
  { evidence, reports, participants }: { evidence: string[]; reports: string[]; participants: number },
): Fact[] => {
  const hashes = [...evidence, ...reports];
  const counts = { evidence: evidence.length, reports: reports.length, participants };
  const facts: Fact[] = [];
  for (let at = 0; at === 0 || at < hashes.length; at += HASHES_AN_ENTRY) {
    const withheld = hashes.slice(at, at + HASHES_AN_ENTRY);
    facts.push({ kind: 'redaction', payload: { ...why, ...counts, withheld } });
  }
  return facts;
};

export const holdSession = (
  session: { on_hold: boolean; redacted_at: Instant | null },
  reason: string,
  actor: Actor | undefined,
): Effects<{ on_hold: boolean }> | undefined => {
  requireUnredacted(session);
  if (session.on_hold) return undefined;
  const fact = { kind: 'session.held', payload: { ...actor }, personal: { reason } };
  return { changes: { on_hold: true }, facts: [fact] };
};

export const releaseSession = (
  session: { on_hold: boolean },
  actor: Actor | undefined,
): Effects<{ on_hold: boolean }> | undefined =>
  session.on_hold
    ? { changes: { on_hold: false }, facts: [{ kind: 'session.released', payload: { ...actor } }] }
    : undefined;
