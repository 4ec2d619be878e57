import type { Actor, Fact, ToldEffects } from '../effects.ts';
import { noSuch } from '../refusal.ts';
import { requireUnredacted } from '../sessions/session-state.ts';
import { requireReady } from './captures.ts';

type Photo = { id: string; kind: string; status: string };

type Finding = { finding: string; finding_author: string; finding_set_at: Date | null };

/** Each finding is a fact and an event; the last one counts, and an empty one takes it back. */
export const setFinding = (
  { redacted_at, photo }: { redacted_at: unknown; photo: Photo },
  { text }: { text: string },
  { now, actor, author }: { now: Date; actor: Actor | undefined; author: string },
): ToldEffects<Finding, 'evidence.finding'> => {
  requireUnredacted({ redacted_at });
  if (photo.kind !== 'photo') throw noSuch('photo', photo.id);
  requireReady(photo);
  const isTakenBack = text.trim() === '';
  const fact: Fact = {
    kind: 'evidence.finding',
    payload: { ...actor, evidence_id: photo.id },
    personal: isTakenBack ? {} : { finding: text, ...(author === '' ? {} : { author }) },
  };
  return {
    changes: isTakenBack
      ? { finding: '', finding_author: '', finding_set_at: null }
      : { finding: text, finding_author: author, finding_set_at: now },
    facts: [fact],
    event: 'evidence.finding',
  };
};
