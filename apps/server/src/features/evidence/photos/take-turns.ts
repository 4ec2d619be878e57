/** How many run at once: a process of four I/O threads keeps two for files and name look-ups. */
const SIDE_BY_SIDE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs the work when fewer than two others run. A photo within the limits takes up to 500 MB while it is decoded
 * (a WebP of 60 megapixels; an interlaced PNG 300), so that many at once would end the process.
 */
export const takeTurns = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running >= SIDE_BY_SIDE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
};
