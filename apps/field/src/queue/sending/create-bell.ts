/** Wakes who waits. What is rung while nobody waits wakes the next who does, so that nothing is missed. */
export const createBell = () => {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: (): void => {
      isRung = true;
      wake?.();
    },
    /** Until it is rung, or the time is over; answers whether it was rung. */
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
