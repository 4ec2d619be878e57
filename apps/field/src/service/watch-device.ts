import type { Inspection } from '../inspection.ts';

/** Asks the service anew when the device has come back, and tells what it could not be told. */
export const watchDevice = (
  { refresh, tellConsent, untold }: Inspection,
  onBack: () => void,
): (() => void) => {
  const comeBack = () => {
    if (document.visibilityState === 'hidden') return;
    onBack();
    void refresh();
    const answers = untold.value.map((matter) => [matter, 'revoked'] as const);
    if (answers.length > 0) void tellConsent(Object.fromEntries(answers));
  };
  addEventListener('online', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  if (untold.value.length > 0) comeBack();
  return () => {
    removeEventListener('online', comeBack);
    document.removeEventListener('visibilitychange', comeBack);
  };
};
