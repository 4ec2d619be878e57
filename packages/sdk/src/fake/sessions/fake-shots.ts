import type { ShotInput, LocalizedText, Session, Shot } from '../../resources/sessions.ts';
import { refuseField } from '../front/fake-refusal.ts';
import type { FakeState } from '../state/fake-state.ts';

/** What a body asks for, as it is kept and shown. */
export const storeFakeShots = (given: readonly ShotInput[]): Shot[] =>
  given.map(({ slot, label, required = true, hint = {} }) => ({ slot, label, required, hint }));

/** What a session asks for, as its field person reads it. */
export const showFakeShots = ({ shots, locale }: Session) =>
  shots.map(({ slot, label, required, hint }) => ({
    slot,
    label: chooseText(label, locale),
    required,
    hint: chooseText(hint, locale),
  }));

const chooseText = (texts: LocalizedText, locale: string): string =>
  texts[locale] ?? texts['en'] ?? Object.values(texts)[0] ?? '';

/** The slots of what is required and has no evidence that is ready. */
export function listFakeMissing({ evidence }: Pick<FakeState, 'evidence'>, { id, shots }: Session): string[] {
  const there = [...evidence.values()].filter(({ session, status }) => session === id && status === 'ready');
  return shots
    .filter((shot) => shot.required && !there.some(({ slot }) => slot === shot.slot))
    .map(({ slot }) => slot);
}

/** Refuses evidence of a slot that the session does not ask for, as the service does; where it asks for none, any is taken. */
export function requireFakeSlot({ shots }: Session, slot: string | undefined): void {
  const slots = shots.map((shot) => shot.slot);
  if (!slot || slots.length === 0 || slots.includes(slot)) return;
  const message = `must be one of what the session asks for: ${slots.join(', ')}`;
  throw refuseField('query.slot', 'invalid_value', message);
}
