import { delayNext } from './sending/delay-next.ts';

const SETTLE_MS = 2_000;

export type Reporting = {
  /** Gives true once the service has the number. */
  tell: (unsent: number) => Promise<boolean>;
  random: () => number;
};

/**
 * Tells a number once it has settled, and zero at once. The first number is always told: one told before by another
 * device, or with other storage, is outdated. A failed report is repeated.
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
