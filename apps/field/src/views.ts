import { signal } from '@preact/signals';
import type { Step } from './parts/steps.ts';

/** The screens within the inspection, and the shot that one was opened for. */
export type View = {
  name: 'home' | 'consent' | 'camera' | 'queue' | 'live' | 'sketch' | 'sign';
  /** undefined: a photo that nobody asked for. */
  slot?: string | undefined;
  /** Step in the screen; the back button leads out of it first. */
  step?: Step | undefined;
};

const HOME: View = { name: 'home' };

export const view = signal<View>(HOME);

// A page that is loaded anew begins at home, wherever it was left: a camera opens after a tap and not before.
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

/** Back to the screen as it was opened, which takes the browser a moment. */
export const closeStep = (): Promise<void> =>
  new Promise((resolve) => {
    if (!view.value.step) return resolve();
    addEventListener('popstate', () => resolve(), { once: true });
    history.back();
  });

/** Back to where the screen was opened from. */
export const goHome = (): void => {
  if (history.state?.view) history.go(view.value.step ? -2 : -1);
  else view.value = HOME;
};
