import type { Inspection } from '../inspection.ts';

const AGAIN_MS = 30_000;

/** Tries now, whenever the network or the person is back, and at intervals. */
export const keepTrying = (tryNow: () => void): (() => void) => {
  tryNow();
  return onBack(tryNow);
};

/** Tries whenever the network or the person is back, and at intervals. */
export const onBack = (tryAgain: () => void): (() => void) => {
  const timer = setInterval(tryAgain, AGAIN_MS);
  addEventListener('online', tryAgain);
  document.addEventListener('visibilitychange', tryAgain);
  return () => {
    clearInterval(timer);
    removeEventListener('online', tryAgain);
    document.removeEventListener('visibilitychange', tryAgain);
  };
};

/** A device that is back asks the service anew, and tells it what it does not know. */
export const watchDevice = ({ refresh, tellUntold }: Inspection, onBack: () => void): (() => void) => {
  const comeBack = () => {
    if (document.visibilityState === 'hidden') return;
    onBack();
    void refresh();
  };
  addEventListener('online', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  const stopTelling = keepTrying(tellUntold);
  return () => {
    removeEventListener('online', comeBack);
    document.removeEventListener('visibilitychange', comeBack);
    stopTelling();
  };
};
