import type { Sketch } from '@field-inspection/drawing';
import { signal } from '@preact/signals';
import type { Owner } from '../inspection.ts';
import type { LeftDrawing } from '../service/kept-session.ts';

/** A drawing that is not stored yet. Each stroke changes its key, as the service stores one drawing under a key. */
export type Draft<More = unknown> = {
  sketch: Sketch;
  key: string;
  more?: More | undefined;
  isDone?: boolean;
  isStored?: boolean;
};

export type NamedDraft = { name: string; draft: Draft };

const changes = signal(0);

const nameOf = ({ sessionId, participantId }: Owner, name: string): string =>
  `draw ${sessionId} ${participantId} ${name}`;

// Where the browser forbids storage or has no room, drafts lie in the page, and a reload loses them.
const unkept = new Map<string, string>();

const ifAllowed = <Value>(work: () => Value): Value | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const readText = (key: string): string =>
  unkept.get(key) ?? ifAllowed(() => localStorage.getItem(key)) ?? 'null';

const removeText = (key: string): void => {
  unkept.delete(key);
  ifAllowed(() => localStorage.removeItem(key));
};

const listKeys = (): string[] => [
  ...new Set([...(ifAllowed(() => Object.keys(localStorage)) ?? []), ...unkept.keys()]),
];

export const readDraft = <More>(owner: Owner, name: string): Draft<More> | undefined => {
  const kept = ifAllowed(() => JSON.parse(readText(nameOf(owner, name))) as Draft<More> | null);
  return Array.isArray(kept?.sketch?.strokes) ? kept : undefined;
};

/** A component or a computed value that reads it follows its changes. */
export const watchDraft = <More>(owner: Owner, name: string): Draft<More> | undefined => {
  void changes.value;
  return readDraft(owner, name);
};

export const keepDraft = (owner: Owner, name: string, draft: Draft): void => {
  const [key, text] = [nameOf(owner, name), JSON.stringify(draft)];
  removeText(key);
  const isKept = ifAllowed(() => (localStorage.setItem(key, text), true));
  if (!isKept) unkept.set(key, text);
  changes.value = changes.peek() + 1;
};

export const forgetDraft = (owner: Owner, name: string): void => {
  removeText(nameOf(owner, name));
  changes.value = changes.peek() + 1;
};

export const listDrafts = (owner: Owner): string[] => {
  const start = nameOf(owner, '');
  return listKeys()
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
    .sort();
};

/** Lists a session's drawings that are not stored: those of one participant, or of every participant of this device. */
export const listLeft = ({
  sessionId,
  participantId,
}: {
  sessionId: string;
  participantId?: string;
}): LeftDrawing[] =>
  listKeys().flatMap((key) => {
    const [, , owner = '', name = ''] = key.split(' ');
    if (key !== nameOf({ sessionId, participantId: participantId ?? owner }, name)) return [];
    const draft = readDraft({ sessionId, participantId: owner }, name);
    return draft && isUnsent(draft) ? [{ name, sketch: draft.sketch }] : [];
  });

export const listUnsent = (owner: Owner): NamedDraft[] => {
  void changes.value;
  return listDrafts(owner).flatMap((name) => {
    const draft = readDraft(owner, name);
    return draft && isUnsent(draft) ? [{ name, draft }] : [];
  });
};

/** True for a draft that is still to be sent: from its first stroke until it is stored. */
export const isUnsent = (draft: { sketch: Sketch; isStored?: boolean } | undefined): boolean =>
  draft !== undefined && !draft.isStored && draft.sketch.strokes.length > 0;
