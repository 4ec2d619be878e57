import { signal } from '@preact/signals';
import type { Step } from './parts/steps.ts';

export type View = {
  name: 'home' | 'consent' | 'done' | 'camera' | 'queue' | 'live' | 'sketch' | 'sign';
  /** undefined: a photo of no shot. */
  slot?: string | undefined;
  /** The back button leads out of the step first. */
  step?: Step | undefined;
};

const HOME: View = { name: 'home' };

export const view = signal<View>(HOME);

// A reloaded page begins at home: a camera opens only after a tap.
if (history.state?.view) history.replaceState(null, '');

// The back button leads home from each screen, and not out of the inspection.
addEventListener('popstate', ({ state }) => {
  view.value = (state as { view?: View } | null)?.view ?? HOME;
});

export const openView = (next: View): void => {
  history.pushState({ view: next }, '');
  view.value = next;
};

export const openStep = (step: Step): void => {
  const next = { ...view.value, step };
  if (!view.value.step) return openView(next);
  history.replaceState({ view: next }, '');
  view.value = next;
};

/** The browser takes a moment to go back. */
export const closeStep = (): Promise<void> =>
  new Promise((resolve) => {
    if (!view.value.step) return resolve();
    addEventListener('popstate', () => resolve(), { once: true });
    history.back();
  });

export const goHome = (): void => {
  if (history.state?.view) history.go(view.value.step ? -2 : -1);
  else view.value = HOME;
};
