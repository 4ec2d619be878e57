import { joinEnds, startProxy } from './start-proxy.ts';

/**
 * A cut way takes the database away until it is mended. A frozen one holds what either side sends, as a network may,
 * and thawed it comes after all. Swallowed bytes never come: such a connection is dead, and neither side is told.
 */
export const startDatabaseProxy = async (databaseUrl: string) => {
  let isCut = false;
  let isFrozen = false;
  let isSwallowing = false;
  let lastWords: { said: string; then: string } | undefined;
  const proxy = await startProxy(databaseUrl, (ends) => {
    const [client] = ends;
    if (isCut) return void client.destroy();
    if (isSwallowing) return proxy.bury(ends);
    if (!isFrozen) joinEnds(ends);
    let heard = '';
    // Runs after the pipe's own listener, which has passed the bytes on.
    client.on('data', (chunk: Buffer) => {
      if (!lastWords) return;
      heard += chunk.toString('latin1');
      const position = heard.indexOf(lastWords.said);
      if (position >= 0 && heard.includes(lastWords.then, position)) freeze();
    });
    if (isFrozen) client.pause();
  });
  const freeze = () => {
    isFrozen = true;
    lastWords = undefined;
    for (const end of [...proxy.open].flat()) end.unpipe().pause();
  };
  return {
    databaseUrl: proxy.url,
    cut: () => {
      isCut = true;
      proxy.breakAll();
    },
    mend: () => {
      isCut = false;
    },
    freeze,
    /** Freezes once a connection has said the one and then the other: the database hears both and answers nobody. */
    freezeAfter: (words: { said: string; then: string }) => {
      lastWords = words;
    },
    thaw: () => {
      isFrozen = false;
      proxy.open.forEach(joinEnds);
    },
    /** Swallows what every connection says from now on, new ones' too. Returns their number. */
    swallow: () => {
      isSwallowing = true;
      const met = [...proxy.open];
      met.forEach(proxy.bury);
      return met.length;
    },
    /** New connections work again; swallowed ones stay dead. */
    letThrough: () => {
      isSwallowing = false;
    },
    close: proxy.close,
  };
};
