import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { h, type ComponentType } from 'preact';
import type { Annotations } from './draw/annotations.ts';
import type { Inspection } from './inspection.ts';
import { leave } from './journey.ts';
import type { Live } from './live/live.ts';
import type { DrawingProps, DrawOnProps } from './parts/draw-on.tsx';
import type { Steps } from './parts/steps.ts';
import type { Queue } from './queue/queue.ts';
import type { KeptEnd } from './service/kept-session.ts';

/*
 * The rooms that are files of their own, each fetched when it is first needed: the first load does without them. What
 * they share is opened here, once an inspection.
 */

/**
 * Brings the screen that draws on a photo, which camera and queue open. From here: a room that fetches another one would have
 * Vite look for the sheet of the first load under a name that the server does not serve.
 */
export const loadAnnotate = async (annotations: Annotations): Promise<ComponentType<DrawingProps>> => {
  const { AnnotateScreen } = await import('./draw/annotate-screen.tsx');
  return (props) => h(AnnotateScreen, { ...props, annotations });
};

/** What a photo is drawn on with. */
export type Annotating = Pick<DrawOnProps, 'load'> & { annotations: Annotations };

/** What a room is given; it takes what it needs. */
export type RoomProps = {
  inspection: Inspection;
  queue: Queue;
  live: Live;
  /** The shot that it was opened for. */
  slot: string | undefined;
  annotating: Annotating;
  steps: Steps;
  /** To the answers about consent. */
  onConsent: () => void;
  onDone: () => void;
};

type Load = () => Promise<ComponentType<RoomProps>>;

export const SCREENS = {
  camera: () => import('./capture/camera-screen.tsx').then(({ CameraScreen }) => CameraScreen),
  queue: () => import('./queue/queue-screen.tsx').then(({ QueueScreen }) => QueueScreen),
  live: () => import('./live/live-screen.tsx').then(({ LiveScreen }) => LiveScreen),
  sketch: () => import('./draw/whiteboard-screen.tsx').then(({ WhiteboardScreen }) => WhiteboardScreen),
  sign: () => import('./draw/sign-screen.tsx').then(({ SignScreen }) => SignScreen),
} satisfies Record<string, Load>;

/** What the rooms share while the inspection is open; each is there once its file is. */
export type Rooms = {
  queue: ReadonlySignal<Queue | undefined>;
  live: ReadonlySignal<Live | undefined>;
  annotations: ReadonlySignal<Annotations | undefined>;
  /** What the steps of a room are about, for whoever comes back to one. */
  at: Pick<Steps, 'checked' | 'drawnOn'>;
  /** How many photos and drawings are still to be sent; undefined until that is known. */
  unsent: ReadonlySignal<number | undefined>;
  /** What this device has stored, for the end to say. */
  describeEnd: () => KeptEnd;
  /** Tries again what did not come. */
  open: () => Promise<void>;
  close: () => void;
};

export const openRooms = (inspection: Inspection): Rooms => {
  const queue = signal<Queue | undefined>(undefined);
  const live = signal<Live | undefined>(undefined);
  const annotations = signal<Annotations | undefined>(undefined);
  const unsent = computed(() => {
    if (!queue.value || !annotations.value) return undefined;
    return queue.value.unsent.value + annotations.value.unsent.value;
  });
  let reports: { close: () => void } | undefined;
  let isClosed = false;
  let describeEnd = (): KeptEnd => ({ stored: 0, receipt: '' });
  const open = async () => {
    const [{ openLive }, { openQueue }, { openReports }, { openAnnotations }, receipt] = await Promise.all([
      import('./live/open-live.ts'),
      import('./queue/open-queue.ts'),
      import('./queue/open-reports.ts'),
      import('./draw/annotations.ts'),
      import('./receipt/describe-stored.ts'),
    ]);
    const kept = queue.value ?? (await openQueue(inspection));
    if (isClosed) return kept.close();
    queue.value = kept;
    describeEnd = () => receipt.describeStored(inspection.state.value, kept.items.value);
    annotations.value ??= openAnnotations(inspection, kept);
    reports ??= openReports(
      inspection,
      computed(() => unsent.value ?? 0),
    );
    if (live.value) return;
    live.value = openLive(inspection);
    live.value.onEnd(leave);
    // An operator's shutter takes what the person's own takes.
    live.value.onStill(kept.addPhoto);
  };
  let opening: Promise<void> | undefined;
  return {
    queue,
    live,
    annotations,
    at: { checked: signal(undefined), drawnOn: signal(undefined) },
    unsent,
    describeEnd: () => describeEnd(),
    open: () => {
      opening ??= open().finally(() => (opening = undefined));
      return opening;
    },
    close: () => {
      isClosed = true;
      reports?.close();
      queue.value?.close();
      live.value?.close();
      annotations.value?.close();
    },
  };
};
