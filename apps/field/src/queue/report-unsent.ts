const SETTLE_MS = 2_000;

/** Tells a number once it has settled, when it is another than what was told last. */
export const reportUnsent = (tell: (unsent: number) => Promise<boolean>) => {
  let told: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = async (unsent: number) => {
    if (unsent === told) return;
    const before = told;
    told = unsent;
    if (!(await tell(unsent)) && told === unsent) told = before;
  };
  return {
    change: (unsent: number): void => {
      clearTimeout(timer);
      // Nothing is nothing new for a service that was never told of anything.
      if (told === undefined && unsent === 0) return;
      timer = setTimeout(() => void report(unsent), SETTLE_MS);
    },
    close: (): void => clearTimeout(timer),
  };
};
