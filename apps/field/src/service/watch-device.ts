import type { Inspection } from '../inspection.ts';
import { watchUntold } from './watch-untold.ts';

/** Asks the service anew when the device has come back, and tells what it could not be told. */
export const watchDevice = ({ refresh, tellUntold }: Inspection, onBack: () => void): (() => void) => {
  const comeBack = () => {
    if (document.visibilityState === 'hidden') return;
    onBack();
    void refresh();
  };
  addEventListener('online', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  const unwatchUntold = watchUntold(tellUntold);
  return () => {
    removeEventListener('online', comeBack);
    document.removeEventListener('visibilitychange', comeBack);
    unwatchUntold();
  };
};
