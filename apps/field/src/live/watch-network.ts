type Watched = {
  window: EventTarget;
  document: EventTarget & Pick<Document, 'visibilityState'>;
  /**
   * A phone that goes from Wi-Fi to mobile is never offline, so the connection is watched, too. It also tells each
   * change of speed.
   */
  connection: (EventTarget & { type?: string }) | undefined;
};

const inBrowser = (): Watched => {
  const { connection } = navigator as Navigator & Pick<Partial<Watched>, 'connection'>;
  return { window, document, connection };
};

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
