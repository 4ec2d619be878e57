const AGAIN_MS = 30_000;

/** Has what is untold told now, when the network or the person is back, and again and again. */
export const watchUntold = (tell: () => void): (() => void) => {
  tell();
  const timer = setInterval(tell, AGAIN_MS);
  addEventListener('online', tell);
  document.addEventListener('visibilitychange', tell);
  return () => {
    clearInterval(timer);
    removeEventListener('online', tell);
    document.removeEventListener('visibilitychange', tell);
  };
};
