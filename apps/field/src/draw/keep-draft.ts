import type { Sketch } from '@field-inspection/drawing';
import type { Owner } from '../inspection.ts';

/** What was drawn and is not stored yet. The key changes with each stroke: under one, the service stores one drawing. */
export type Draft<More = unknown> = { sketch: Sketch; key: string; more?: More | undefined };

/** Where drafts lie on the device: a reload or a killed tab loses none. */
const nameOf = ({ sessionId, participantId }: Owner, name: string): string =>
  `draw ${sessionId} ${participantId} ${name}`;

// A browser may forbid storage, or have no room: then only a reload is lost.
const ifAllowed = <Value>(work: () => Value): Value | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

export const readDraft = <More>(owner: Owner, name: string): Draft<More> | undefined => {
  const kept = ifAllowed(
    () => JSON.parse(localStorage.getItem(nameOf(owner, name)) ?? 'null') as Draft<More> | null,
  );
  return Array.isArray(kept?.sketch?.strokes) ? kept : undefined;
};

export const keepDraft = (owner: Owner, name: string, draft: Draft): void =>
  void ifAllowed(() => localStorage.setItem(nameOf(owner, name), JSON.stringify(draft)));

export const forgetDraft = (owner: Owner, name: string): void =>
  void ifAllowed(() => localStorage.removeItem(nameOf(owner, name)));

/** The names of what a participant has lying on the device. */
export const listDrafts = (owner: Owner): string[] => {
  const start = nameOf(owner, '');
  const keys = ifAllowed(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
};
