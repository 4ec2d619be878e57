const SETTLE_MS = 2_000;

/**
 * Tells a number once it has settled, when it is another than what was told last.
 *
 * @param told what the service knows already; undefined where that is not known
 */
export const reportUnsent = (tell: (unsent: number) => Promise<boolean>, told?: number) => {
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
      timer = setTimeout(() => void report(unsent), SETTLE_MS);
    },
    close: (): void => clearTimeout(timer),
  };
};
