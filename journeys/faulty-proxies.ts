import { joinEnds, startProxy } from '@field-inspection/server/testing/start-proxy';

/**
 * The proxy breaks connections after the given numbers of bytes, one after the other. It can also be shut like a
 * network that is gone: open connections break, and no others get through.
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
      // Written bytes go out before the end.
      server.end();
      device.destroy();
    });
  });
  return {
    baseUrl: proxy.url,
    /** Each number counts from the cut before. */
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
 * The proxy loses connections as a mobile network does: their bytes go nowhere, and neither side hears of it. Later
 * connections get through.
 */
export const startSilentProxy = async (baseUrl: string) => {
  let isCut = false;
  const proxy = await startProxy(baseUrl, (ends) => {
    if (!isCut) joinEnds(ends);
  });
  return {
    cut: () => {
      isCut = true;
      for (const end of [...proxy.open].flat()) end.unpipe();
    },
    mend: () => {
      isCut = false;
      proxy.open.forEach(joinEnds);
    },
    baseUrl: proxy.url,
    silence: () => [...proxy.open].forEach(proxy.bury),
    close: proxy.close,
  };
};
