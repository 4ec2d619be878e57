const AGAIN_MS = 30_000;

/** Has something done now, when the network or the person is back, and again and again. */
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
