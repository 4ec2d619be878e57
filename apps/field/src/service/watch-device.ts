import type { Inspection } from '../inspection.ts';
import { keepTrying } from './keep-trying.ts';

/** Asks the service anew when the device has come back, and tells it the untold. */
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
