import { joinEnds, startProxy } from '@field-inspection/server/testing/start-proxy';

/**
 * Starts a way to a server that loses connections as a mobile network does: neither side hears of it, and their bytes
 * go nowhere. Connections that come later go through.
 */
export const startSilentProxy = async (baseUrl: string) => {
  let isCut = false;
  const proxy = await startProxy(baseUrl, (ends) => {
    if (!isCut) joinEnds(ends);
  });
  return {
    /** Holds all bytes on all connections for so long; then it passes them on. */
    cut: () => {
      isCut = true;
      for (const end of [...proxy.open].flat()) end.unpipe();
    },
    mend: () => {
      isCut = false;
      proxy.open.forEach(joinEnds);
    },
    baseUrl: proxy.url,
    /** Loses the connections that are open now. */
    silence: () => [...proxy.open].forEach(proxy.bury),
    close: proxy.close,
  };
};
