export const keepAwake = (): (() => void) => {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || isOver) return;
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (isOver) await lock?.release();
  };
  // The browser ends the lock when the page is hidden.
  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
};
