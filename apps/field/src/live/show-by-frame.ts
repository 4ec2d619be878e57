import { signal, type ReadonlySignal } from '@preact/signals';

/**
 * Shows a value once a frame at most: a peer who sends without a pause does not make the phone draw without one. Values
 * in between are not queued, so that a page in the background, which has no frames, keeps one value.
 */
export const showByFrame = <Value>(
  first: Value,
  onFrame: (show: () => void) => void = (show) => void requestAnimationFrame(show),
): { shown: ReadonlySignal<Value>; change: (next: (latest: Value) => Value) => void } => {
  const shown = signal(first);
  let latest = first;
  let isDue = false;
  return {
    shown,
    change: (next) => {
      latest = next(latest);
      if (isDue || latest === shown.peek()) return;
      isDue = true;
      onFrame(() => {
        isDue = false;
        shown.value = latest;
      });
    },
  };
};
