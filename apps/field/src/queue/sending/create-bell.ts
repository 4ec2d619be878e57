/** Creates a bell that wakes a waiter. A ring without a waiter wakes the next one, so that nothing is missed. */
export const createBell = () => {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: (): void => {
      isRung = true;
      wake?.();
    },
    /** Waits for a ring or the end of the time; true for a ring. */
    wait: async (timeoutMs?: number): Promise<boolean> => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (!isRung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
        });
      }
      clearTimeout(timer);
      const wasRung = isRung;
      [isRung, wake] = [false, undefined];
      return wasRung;
    },
  };
};

export type Bell = ReturnType<typeof createBell>;
