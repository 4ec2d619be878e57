import { signal, type ReadonlySignal } from '@preact/signals';
import { h, type ComponentType } from 'preact';
import type { Drawings } from './draw/open-drawings.ts';
import type { Inspection } from './inspection.ts';
import type { Live } from './live/live.ts';
import type { Shared } from './open-shared.ts';
import type { DrawingProps, DrawOnProps } from './parts/draw-on.tsx';
import type { Steps } from './parts/steps.ts';
import type { Queue } from './queue/queue.ts';
import { loadDrawTexts } from './texts/load-screen-texts.ts';

/*
 * Screens in files of their own are loaded at their first use, so that the first load is small. What they share is
 * opened here, once an inspection.
 */

const withDrawTexts = async <LaterScreen>(screen: Promise<LaterScreen>): Promise<LaterScreen> => {
  const [loaded] = await Promise.all([screen, loadDrawTexts()]);
  return loaded;
};

/**
 * Camera and queue open this screen from here: a screen that itself imports a lazy one makes Vite ask for the first
 * load's sheet under a name that the server does not serve.
 */
export const loadAnnotate = async (drawings: Drawings): Promise<ComponentType<DrawingProps>> => {
  const { AnnotateScreen } = await withDrawTexts(import('./draw/annotate-screen.tsx'));
  return (props) => h(AnnotateScreen, { ...props, drawings });
};

export type Annotating = Pick<DrawOnProps, 'load'>;

export type ScreenProps = {
  inspection: Inspection;
  queue: Queue;
  live: Live;
  drawings: Drawings;
  slot: string | undefined;
  annotating: Annotating;
  steps: Steps;
  onOpen: (name: 'sketch' | 'sign') => void;
  onConsent: () => void;
  onDone: () => void;
};

type Load = () => Promise<ComponentType<ScreenProps>>;

export const SCREENS = {
  camera: () => import('./capture/camera-screen.tsx').then(({ CameraScreen }) => CameraScreen),
  queue: () => import('./queue/queue-screen.tsx').then(({ QueueScreen }) => QueueScreen),
  live: () => import('./live/live-screen.tsx').then(({ LiveScreen }) => LiveScreen),
  sketch: () =>
    withDrawTexts(import('./draw/whiteboard-screen.tsx')).then(({ WhiteboardScreen }) => WhiteboardScreen),
  sign: () => withDrawTexts(import('./draw/sign-screen.tsx')).then(({ SignScreen }) => SignScreen),
} satisfies Record<string, Load>;

export type Screens = {
  shared: ReadonlySignal<Shared | undefined>;
  /** The pieces that a screen's steps are about, for a person who comes back to a step. */
  at: Pick<Steps, 'checked' | 'drawnOn'>;
  open: () => Promise<void>;
  close: () => void;
};

export const openScreens = (inspection: Inspection): Screens => {
  const shared = signal<Shared | undefined>(undefined);
  let isClosed = false;
  const open = async () => {
    const { openShared } = await import('./open-shared.ts');
    const opened = shared.value ?? (await openShared(inspection));
    if (isClosed) return opened.close();
    shared.value = opened;
  };
  let opening: Promise<void> | undefined;
  return {
    shared,
    at: { checked: signal(undefined), drawnOn: signal(undefined) },
    open: () => {
      opening ??= open().finally(() => (opening = undefined));
      return opening;
    },
    close: () => {
      isClosed = true;
      shared.value?.close();
    },
  };
};
