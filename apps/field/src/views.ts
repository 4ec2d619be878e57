import { signal } from '@preact/signals';

/** The rooms within the inspection, and the shot that one was opened for. */
export type View = {
  name: 'home' | 'consent' | 'camera' | 'queue' | 'live' | 'sketch' | 'sign';
  /** undefined: a photo that nobody asked for. */
  slot?: string | undefined;
};

const HOME: View = { name: 'home' };

export const view = signal<View>(HOME);

// A page that is loaded anew begins at home, wherever it was left: a camera opens after a tap and not before.
if (history.state?.view) history.replaceState(null, '');

// The back button leads home from each room, and not out of the inspection.
addEventListener('popstate', ({ state }) => {
  view.value = (state as { view?: View } | null)?.view ?? HOME;
});

export const openView = (next: View): void => {
  history.pushState({ view: next }, '');
  view.value = next;
};

/** Back to where the room was opened from. */
export const goHome = (): void => {
  if (history.state?.view) history.back();
  else view.value = HOME;
};
