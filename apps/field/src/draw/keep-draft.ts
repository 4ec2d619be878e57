import type { Sketch } from '@field-inspection/drawing';
import { signal } from '@preact/signals';
import type { Owner } from '../inspection.ts';
import type { LeftDrawing } from '../service/kept-session.ts';

/** Drawing that is not stored yet. The key changes with each stroke: under one, the service stores one drawing. */
export type Draft<More = unknown> = {
  sketch: Sketch;
  key: string;
  more?: More | undefined;
  /** The person has sent it as it is: it goes once it can. */
  isDone?: boolean;
  /** The service has it as it is. */
  isStored?: boolean;
};

/** A draft by its name: a drawing on a photo has the photo's hash. */
export type NamedDraft = { name: string; draft: Draft };

/** Counts changes on the device, so that readers of drafts can watch them. */
const changes = signal(0);

/** Gives the place of a draft on the device: a reload or a killed tab loses none. */
const nameOf = ({ sessionId, participantId }: Owner, name: string): string =>
  `draw ${sessionId} ${participantId} ${name}`;

// A browser may forbid storage, or have no room: then they lie in the page, and a reload loses them.
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

/** Read in a computed value or a component, it is watched. */
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

/** Lists the names of a participant's drafts on the device. */
export const listDrafts = (owner: Owner): string[] => {
  const start = nameOf(owner, '');
  return listKeys()
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
    .sort();
};

/** Lists the drawings of a session that are not stored: of one participant, or of each that the device has been. */
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

/** Lists the drafts still to be sent. Read in a computed value or a component, they are watched. */
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
