import { joinEnds, startProxy } from '@field-inspection/server/testing/start-proxy';

/**
 * Starts a way to a server that breaks a connection once so many bytes have gone up through it, and then the next; and
 * that can be shut, as a network that is gone: open connections break, and nobody comes through.
 */
export const startCuttingProxy = async (baseUrl: string) => {
  const cutsAfterBytes: number[] = [];
  let [upBytes, cuts] = [0, 0];
  let isShut = false;
  const proxy = await startProxy(baseUrl, ([device, server]) => {
    if (isShut) return void device.destroy();
    server.pipe(device);
    device.on('data', (chunk) => {
      server.write(chunk);
      upBytes += chunk.length;
      if (upBytes < (cutsAfterBytes[0] ?? Infinity)) return;
      cutsAfterBytes.shift();
      upBytes = 0;
      cuts += 1;
      // Bytes that were written go out before the end.
      server.end();
      device.destroy();
    });
  });
  return {
    baseUrl: proxy.url,
    /** Each is counted from the cut before it. */
    cutAfterBytes: (...bytes: number[]) => {
      upBytes = 0;
      cutsAfterBytes.push(...bytes);
    },
    countCuts: () => cuts,
    shut: () => {
      isShut = true;
      proxy.breakAll();
    },
    open: () => {
      isShut = false;
    },
    close: proxy.close,
  };
};

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
