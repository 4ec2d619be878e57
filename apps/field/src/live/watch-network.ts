/**
 * Tells when to look whether the connections still hold: the network is back or is another one, or the page was asleep.
 *
 * @returns what ends it
 */
export const watchNetwork = (onChange: (isOtherNetwork: boolean) => void): (() => void) => {
  const change = (): void => onChange(true);
  const wake = (): void => {
    if (document.visibilityState === 'visible') onChange(false);
  };
  // Where there is one: from Wi-Fi to mobile a phone is not offline in between. It also tells each change of speed.
  const { connection } = navigator as Navigator & { connection?: EventTarget & { type?: string } };
  let type = connection?.type;
  const changeType = (): void => {
    if (connection?.type === type) return;
    type = connection?.type;
    change();
  };
  addEventListener('online', change);
  connection?.addEventListener('change', changeType);
  document.addEventListener('visibilitychange', wake);
  return () => {
    removeEventListener('online', change);
    connection?.removeEventListener('change', changeType);
    document.removeEventListener('visibilitychange', wake);
  };
};
