import type { Sketch } from '@field-inspection/drawing';
import { signal } from '@preact/signals';
import type { Owner } from '../inspection.ts';
import type { LeftDrawing } from '../service/kept-session.ts';
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

export const keepDraft = (owner: Owner, name: string, draft: Draft): void => {
  ifAllowed(() => localStorage.setItem(nameOf(owner, name), JSON.stringify(draft)));
  changes.value = changes.peek() + 1;
};

export const forgetDraft = (owner: Owner, name: string): void => {
  ifAllowed(() => localStorage.removeItem(nameOf(owner, name)));
  changes.value = changes.peek() + 1;
};

/** The names of what a participant has lying on the device. */
export const listDrafts = (owner: Owner): string[] => {
  const start = nameOf(owner, '');
  const keys = ifAllowed(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
};

/** What of a session's drawings is not stored: of one participant, or of each that the device has been. */
export const listLeft = ({
  sessionId,
  participantId,
}: {
  sessionId: string;
  participantId?: string;
}): LeftDrawing[] => {
  const keys = ifAllowed(() => Object.keys(localStorage)) ?? [];
  return keys.flatMap((key) => {
    const [, , owner = '', name = ''] = key.split(' ');
    if (key !== nameOf({ sessionId, participantId: participantId ?? owner }, name)) return [];
    const draft = readDraft({ sessionId, participantId: owner }, name);
    return draft && isUnsent(draft) ? [{ name, sketch: draft.sketch }] : [];
  });
};

/** The names of those that are still to be sent. Reading it in a computed value or a component watches it. */
export const listUnsent = (owner: Owner): string[] => {
  void changes.value;
  return listDrafts(owner).filter((name) => isUnsent(readDraft(owner, name)));
};
