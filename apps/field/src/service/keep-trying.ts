import type { Inspection } from '../inspection.ts';

const AGAIN_MS = 30_000;

/** Tries now, whenever the network or the person is back, and at intervals. */
export const keepTrying = (tryNow: () => void): (() => void) => {
  tryNow();
  const timer = setInterval(tryNow, AGAIN_MS);
  addEventListener('online', tryNow);
  document.addEventListener('visibilitychange', tryNow);
  return () => {
    clearInterval(timer);
    removeEventListener('online', tryNow);
    document.removeEventListener('visibilitychange', tryNow);
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
