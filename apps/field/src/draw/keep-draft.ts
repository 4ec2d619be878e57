import type { Sketch } from '@field-inspection/drawing';
import { signal } from '@preact/signals';
import { isUnsent } from './is-unsent.ts';

/** What was drawn and is not stored yet. The key changes with each stroke: under one, the service stores one drawing. */
export type Draft<More = unknown> = {
  sketch: Sketch;
  key: string;
  more?: More | undefined;
  /** The service has it as it is. */
  isStored?: boolean;
};

/** Counts what changes on the device, so that whoever reads drafts can watch them. */
const changes = signal(0);

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

export const keepDraft = (sessionId: string, name: string, draft: Draft): void => {
  ifAllowed(() => localStorage.setItem(nameOf(sessionId, name), JSON.stringify(draft)));
  changes.value = changes.peek() + 1;
};

export const forgetDraft = (sessionId: string, name: string): void => {
  ifAllowed(() => localStorage.removeItem(nameOf(sessionId, name)));
  changes.value = changes.peek() + 1;
};

/** The names of what lies on the device of a session. */
export const listDrafts = (sessionId: string): string[] => {
  const start = nameOf(sessionId, '');
  const keys = ifAllowed(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
};

/** The names of those that are still to be sent. Reading it in a computed value or a component watches it. */
export const listUnsent = (sessionId: string): string[] => {
  void changes.value;
  return listDrafts(sessionId).filter((name) => isUnsent(name, readDraft(sessionId, name)));
};
