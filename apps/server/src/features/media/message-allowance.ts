/** How many messages a connection may send: a burst, which refills with time. */
export type MessageAllowance = { take: (nowMs: number) => boolean };

/** Trickled candidates to seven peers come in a burst of some 200; a person at work needs far less. */
const BURST = 200;
const PER_SECOND = 20;

export const createMessageAllowance = (startMs: number): MessageAllowance => {
  let left = BURST;
  let atMs = startMs;
  return {
    /** Takes one message off; false when none is left. */
    take: (nowMs) => {
      left = Math.min(BURST, left + (Math.max(0, nowMs - atMs) / 1000) * PER_SECOND);
      atMs = nowMs;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
};
