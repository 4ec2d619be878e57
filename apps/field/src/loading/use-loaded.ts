import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Loads what a screen needs when it is shown, and again once there is a network where that has failed. */
export const useLoaded = <Loaded>(load: () => Promise<Loaded>, name = '') => {
  const found = useSignal<{ loaded: Loaded } | undefined>(undefined);
  const hasFailed = useSignal(false);
  const retry = async () => {
    hasFailed.value = false;
    try {
      found.value = { loaded: await load() };
    } catch {
      hasFailed.value = true;
    }
  };
  useEffect(() => {
    found.value = undefined;
    void retry();
    const tryAgain = () => void (hasFailed.peek() && retry());
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, [name]);
  return { loaded: found.value?.loaded, hasFailed: hasFailed.value, retry: () => void retry() };
};
