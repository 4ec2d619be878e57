import type { Inspection } from '../inspection.ts';
import { withdraw } from './open-inspection.ts';

/** Asks the service anew when the device has come back, and tells what it could not be told. */
export const watchDevice = (
  { refresh, tellConsent, untold }: Inspection,
  onBack: () => void,
): (() => void) => {
  const comeBack = () => {
    if (document.visibilityState === 'hidden') return;
    onBack();
    void refresh();
    if (untold.value.length > 0) void tellConsent(withdraw(untold.value));
  };
  addEventListener('online', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  return () => {
    removeEventListener('online', comeBack);
    document.removeEventListener('visibilitychange', comeBack);
  };
};
