import { signal } from '@preact/signals';

/** What a screen says for a while, and then no more. */
export const createFlash = (durationMs: number) => {
  const isOn = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    isOn,
    flash: (): void => {
      clearTimeout(timer);
      isOn.value = true;
      timer = setTimeout(() => (isOn.value = false), durationMs);
    },
  };
};
