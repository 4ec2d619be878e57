/**
 * Keeps the screen on while the camera is in use, where the browser lets it: a phone that sleeps takes the camera away.
 *
 * @returns what ends it
 */
export const keepAwake = (): (() => void) => {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || isOver) return;
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (isOver) await lock?.release();
  };
  // A page that was hidden has lost it.
  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
};
