/** A way that is disturbed often comes back by itself within moments. */
const DISTURBED_MS = 2_000;
/** A way that was never found is looked for again: without a network there is none to be found, and nothing says so. */
const OPENING_MS = 15_000;
/** So long a new way may take to be found before more is done. */
const STUCK_MS = 10_000;

/**
 * Looks for a new way when the old one is gone, such as from Wi-Fi to mobile.
 *
 * @param onStuck told when that has brought nothing: the other side did not answer, such as one that only offers
 */
export const healWay = (connection: RTCPeerConnection, onStuck: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (then: () => void, delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(then, delayMs);
  };
  const isWell = (): boolean => ['connected', 'completed'].includes(connection.iceConnectionState);
  const restart = (): void => {
    connection.restartIce();
    wait(() => isWell() || onStuck(), STUCK_MS);
  };
  connection.oniceconnectionstatechange = () => {
    const state = connection.iceConnectionState;
    if (state === 'failed') restart();
    else if (state === 'disconnected') wait(() => isWell() || restart(), DISTURBED_MS);
    else if (isWell()) clearTimeout(timer);
  };
  wait(() => isWell() || restart(), OPENING_MS);
  return {
    /** At once, such as when the network has changed. */
    restart,
    isWell,
    stop: () => {
      clearTimeout(timer);
      connection.oniceconnectionstatechange = null;
    },
  };
};
