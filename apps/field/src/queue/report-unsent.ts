import { delayNext } from './sending/delay-next.ts';

const SETTLE_MS = 2_000;

export type Reporting = {
  /** Tells the service; true once it has the number. */
  tell: (unsent: number) => Promise<boolean>;
  /** From 0 to 1. */
  random: () => number;
};

/**
 * Tells a number once it has settled, and zero at once. The first one is always told, zero too: a number that another
 * device, or this one with other storage, told before is outdated. A number that could not be told is told again.
 */
export const reportUnsent = ({ tell, random }: Reporting) => {
  let wanted: number | undefined;
  let told: number | undefined;
  let failures = 0;
  let isTelling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = async () => {
    // Reports wait for each other: an older number that overtakes a newer one would stay.
    if (isTelling || wanted === undefined || wanted === told) return;
    const unsent = wanted;
    isTelling = true;
    const isTold = await tell(unsent);
    isTelling = false;
    if (isTold) told = unsent;
    failures = isTold ? 0 : failures + 1;
    if (wanted !== undefined && wanted !== told) plan(isTold ? SETTLE_MS : delayNext(failures, random()));
  };
  const plan = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void report(), delayMs);
  };
  return {
    change: (unsent: number): void => {
      wanted = unsent;
      plan(unsent === 0 ? 0 : SETTLE_MS);
    },
    close: (): void => {
      wanted = undefined;
      clearTimeout(timer);
    },
  };
};
