import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** Loads what a screen needs when it is shown, and again once there is a network where that has failed. */
export const useLoaded = <Loaded>(load: () => Promise<Loaded>, name = '') => {
  const found = useSignal<{ loaded: Loaded } | undefined>(undefined);
  const hasFailed = useSignal(false);
  const isBackOnline = useRef(false);
  const retry = async (): Promise<void> => {
    hasFailed.value = false;
    isBackOnline.current = false;
    try {
      found.value = { loaded: await load() };
    } catch {
      // A try that began without a network can fail after the network is back, which no second event tells.
      if (isBackOnline.current) return retry();
      hasFailed.value = true;
    }
  };
  useEffect(() => {
    found.value = undefined;
    void retry();
    const tryAgain = () => {
      isBackOnline.current = true;
      if (hasFailed.peek()) void retry();
    };
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, [name]);
  return { loaded: found.value?.loaded, hasFailed: hasFailed.value, retry: () => void retry() };
};
