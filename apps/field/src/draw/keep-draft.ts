import type { Sketch } from '@field-inspection/drawing';

/** What was drawn and is not stored yet. The key changes with each stroke: under one, the service stores one drawing. */
export type Draft<More = unknown> = { sketch: Sketch; key: string; more?: More | undefined };

/** Where drafts lie on the device: a reload or a killed tab loses none. */
const nameOf = (sessionId: string, name: string): string => `draw ${sessionId} ${name}`;

// A browser may forbid storage, or have no room: then only a reload is lost.
const ifAllowed = <Value>(work: () => Value): Value | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

export const readDraft = <More>(sessionId: string, name: string): Draft<More> | undefined => {
  const kept = ifAllowed(
    () => JSON.parse(localStorage.getItem(nameOf(sessionId, name)) ?? 'null') as Draft<More> | null,
  );
  return Array.isArray(kept?.sketch?.strokes) ? kept : undefined;
};

export const keepDraft = (sessionId: string, name: string, draft: Draft): void =>
  void ifAllowed(() => localStorage.setItem(nameOf(sessionId, name), JSON.stringify(draft)));

export const forgetDraft = (sessionId: string, name: string): void =>
  void ifAllowed(() => localStorage.removeItem(nameOf(sessionId, name)));

/** The names of what lies on the device of a session. */
export const listDrafts = (sessionId: string): string[] => {
  const start = nameOf(sessionId, '');
  const keys = ifAllowed(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
};
