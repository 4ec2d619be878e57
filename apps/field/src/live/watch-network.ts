type Watched = {
  window: EventTarget;
  document: EventTarget & Pick<Document, 'visibilityState'>;
  /**
   * Connection, where the browser has one: from Wi-Fi to mobile a phone is not offline. Also tells each change of
   * speed.
   */
  connection: (EventTarget & { type?: string }) | undefined;
};

const inBrowser = (): Watched => {
  const { connection } = navigator as Navigator & Pick<Partial<Watched>, 'connection'>;
  return { window, document, connection };
};

/**
 * Watches for moments at which connections may not hold: the network is back or is another one, or the page was asleep.
 *
 * @returns what ends it
 */
export const watchNetwork = (
  onChange: (isOtherNetwork: boolean) => void,
  { window, document, connection }: Watched = inBrowser(),
): (() => void) => {
  const change = (): void => onChange(true);
  const wake = (): void => {
    if (document.visibilityState === 'visible') onChange(false);
  };
  let type = connection?.type;
  const changeType = (): void => {
    if (connection?.type === type) return;
    type = connection?.type;
    change();
  };
  window.addEventListener('online', change);
  connection?.addEventListener('change', changeType);
  document.addEventListener('visibilitychange', wake);
  return () => {
    window.removeEventListener('online', change);
    connection?.removeEventListener('change', changeType);
    document.removeEventListener('visibilitychange', wake);
  };
};
