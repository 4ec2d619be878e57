import type { Evidence } from '@field-inspection/contract';
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Inspection, Owner } from '../inspection.ts';
import type { Queue } from '../queue/queue.ts';
import { judgePhoto } from './judge-photo.ts';
import type { Trouble } from './judge-reply.ts';
import { forgetDraft, listDrafts, listUnsent, readDraft } from './keep-draft.ts';
import { sendDrawing } from './send-drawing.ts';

/** What a draft on a photo is kept with: whether it is done, and so to be sent. */
export type Done = { isDone: boolean };

export type AnnotationState = 'waiting' | 'sending' | 'sent' | Trouble;

/** The drawings of this device. Those on photos that are done go once their photo is stored, whatever screen is shown by then. */
export type Annotations = {
  /** By the photo's hash. */
  states: ReadonlySignal<Readonly<Record<string, AnnotationState>>>;
  /** How many drawings, sketches and signatures are still to be sent; what was refused is not. */
  unsent: ReadonlySignal<number>;
  /** What lies on the device and is not stored, by its name: a drawing on a photo has the photo's hash. */
  open: ReadonlySignal<readonly string[]>;
  /** What lies on the device for a photo is done. */
  send: (sha256: string) => void;
  /** A photo is no longer drawn on: what has no stroke is no drawing. */
  leave: (sha256: string) => void;
  /** The photo is not there any more, and so is no drawing on it. */
  forget: (sha256: string) => void;
  close: () => void;
};

const RETRY_MS = 20_000;
const GOING: readonly AnnotationState[] = ['waiting', 'sending', 'offline'];

type Opened = Owner & Pick<Inspection, 'fieldToken'>;

export const openAnnotations = (
  inspection: Opened,
  queue: Pick<Queue, 'items' | 'addDrawing' | 'endDrawing'>,
): Annotations => {
  const states = signal<Readonly<Record<string, AnnotationState>>>({});
  const set = (sha256: string, state: AnnotationState) => {
    states.value = { ...states.peek(), [sha256]: state };
  };
  const forget = (sha256: string) => {
    forgetDraft(inspection, sha256);
    void queue.endDrawing(sha256);
  };
  const open = computed(() => listUnsent(inspection));
  const leave = (sha256: string) => void (open.peek().includes(sha256) || forget(sha256));
  const bring = async (sha256: string, evidence: string) => {
    const draft = readDraft<Done>(inspection, sha256);
    if (!draft) return;
    set(sha256, 'sending');
    const body = { evidence, drawing: draft.sketch };
    const call = { method: 'POST', path: 'annotations', body, key: draft.key } as const;
    const sent = await sendDrawing<Evidence>(inspection, call);
    if (sent.isSent && sent.receipt) await queue.addDrawing({ kind: 'annotation', receipt: sent.receipt });
    if (sent.isSent) forget(sha256);
    set(sha256, sent.isSent ? 'sent' : sent.trouble);
  };
  const look = (items: Queue['items']['value'], known: typeof states.value) => {
    for (const item of items.filter(({ sha256 }) => known[sha256] === 'waiting')) {
      const fate = judgePhoto(item);
      if (fate === 'on its way') continue;
      if ('trouble' in fate) set(item.sha256, fate.trouble);
      else void bring(item.sha256, fate.evidence);
    }
  };
  const tryAgain = () => {
    for (const [sha256, state] of Object.entries(states.peek()))
      if (state === 'offline') set(sha256, 'waiting');
  };
  // Those of before a reload.
  for (const name of listDrafts(inspection))
    if (readDraft<Partial<Done>>(inspection, name)?.more?.isDone) set(name, 'waiting');
  for (const { sha256, isDrawnOn } of queue.items.peek()) if (isDrawnOn) leave(sha256);
  const stop = effect(() => {
    const [items, known] = [queue.items.value, states.value];
    queueMicrotask(() => look(items, known));
  });
  const stopTrying = keepTrying(tryAgain);
  return {
    states,
    unsent: computed(
      () => open.value.filter((name) => GOING.includes(states.value[name] ?? 'waiting')).length,
    ),
    open,
    leave,
    forget,
    send: (sha256) => set(sha256, 'waiting'),
    close: () => {
      stop();
      stopTrying();
    },
  };
};

const keepTrying = (tryAgain: () => void): (() => void) => {
  const timer = setInterval(tryAgain, RETRY_MS);
  addEventListener('online', tryAgain);
  return () => {
    clearInterval(timer);
    removeEventListener('online', tryAgain);
  };
};
