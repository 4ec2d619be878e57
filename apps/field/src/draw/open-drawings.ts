import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Queue } from '../queue/queue.ts';
import { createReturns } from '../queue/sending/delay-next.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import { keepTrying } from '../service/keep-trying.ts';
import { type Below, bringDrawing, type Bringing } from './bring-drawing.ts';
import { type DrawingState, isGoing, judgeDrawing, judgePhoto, type PhotoFate } from './judge-drawing.ts';
import { forgetDraft, listUnsent } from './keep-draft.ts';
import { kindOf } from '../parts/name-pieces.ts';

export type LeftState = { name: string; state: DrawingState };

/**
 * Drawings of this device by name: `whiteboard`, `signature`, or the hash of the photo drawn on. A sent drawing is
 * stored once it can be, from any screen and over a reload; a drawing on a photo waits until its photo is stored.
 */
export type Drawings = {
  left: ReadonlySignal<readonly LeftState[]>;
  unsent: ReadonlySignal<number>;
  /** Refused drawings can be changed and sent anew. */
  refused: ReadonlySignal<number>;
  stateOf: (name: string) => DrawingState;
  send: (name: string) => void;
  /** Ends the work on a drawing: an empty drawing is dropped, and the state of a stored one forgotten. */
  leave: (name: string) => void;
  /** A photo that is gone takes the drawings on it along. */
  forget: (sha256: string) => void;
  close: () => void;
};

export const openDrawings = (
  inspection: Bringing['inspection'],
  queue: Bringing['queue'] & Pick<Queue, 'items'>,
): Drawings => {
  // State of each drawing since the page was opened.
  const told = signal<Readonly<Record<string, DrawingState | undefined>>>({});
  const set = (name: string, state: DrawingState | undefined) => {
    told.value = { ...told.peek(), [name]: state };
  };
  const drafts = computed(() => listUnsent(inspection));
  const left = computed(() =>
    drafts.value.map(({ name, draft }) => ({ name, state: judgeDrawing(draft, told.value[name]) })),
  );
  const stateOf = (name: string) =>
    left.value.find((each) => each.name === name)?.state ?? told.value[name] ?? 'idle';
  const forget = (name: string) => {
    forgetDraft(inspection, name);
    set(name, undefined);
    void queue.endDrawing(name);
  };
  const isLeft = (name: string) => left.peek().some((each) => each.name === name);

  const returns = createReturns({ random: Math.random });
  const tryAgain = (name: string, trouble: DrawingState) => {
    if (stateOf(name) === trouble) set(name, 'waiting');
  };
  const onState = (name: string, state: DrawingState, retryAfterMs = 0) => {
    set(name, state);
    if (state === 'busy') returns.plan(name, retryAfterMs, () => tryAgain(name, 'busy'));
    if (state === 'sent' || state === 'conflict') returns.clear(name);
  };
  const look = () => {
    for (const named of drafts.peek()) {
      const { name, draft } = named;
      if (judgeDrawing(draft, told.peek()[name]) !== 'waiting') continue;
      const found = findBelow(name, queue.items.peek());
      if (found === 'on its way') continue;
      if ('trouble' in found) set(name, found.trouble);
      else void bringDrawing({ inspection, queue, onState }, named, found.below);
    }
  };
  for (const { sha256, isDrawnOn } of queue.items.peek()) if (isDrawnOn && !isLeft(sha256)) forget(sha256);
  const stop = effect(() => {
    void [queue.items.value, left.value];
    queueMicrotask(look);
  });
  const stopTrying = keepTrying(() => left.peek().forEach(({ name }) => tryAgain(name, 'offline')));
  return {
    left,
    unsent: computed(() => left.value.filter(({ state }) => isGoing(state)).length),
    refused: computed(() => left.value.filter(({ state }) => !isGoing(state)).length),
    stateOf,
    send: (name) => set(name, 'waiting'),
    leave: (name) => void (isLeft(name) || forget(name)),
    forget,
    close: () => {
      stop();
      stopTrying();
      returns.close();
    },
  };
};

const findBelow = (
  name: string,
  items: readonly QueueItem[],
): { below: Below | undefined } | Exclude<PhotoFate, { evidence: string }> => {
  if (kindOf(name) !== 'annotation') return { below: undefined };
  const photo = items.find(({ sha256 }) => sha256 === name);
  const fate = photo ? judgePhoto(photo) : 'on its way';
  if (fate === 'on its way' || 'trouble' in fate) return fate;
  return { below: { evidence: fate.evidence, slot: photo?.slot } };
};
