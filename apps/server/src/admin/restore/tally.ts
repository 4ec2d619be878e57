import type { Finding } from '../../doctor/probes/finding.ts';

/** The most faults of a part that are told one by one. */
const TOLD = 50;

export type Tally = {
  wrong: (words: string) => void;
  /** The reason is told however many faults there are. */
  end: (words: string) => void;
  findings: (ok: string) => Finding[];
};

export const createTally = (part: string): Tally => {
  const told: Finding[] = [];
  const ended: Finding[] = [];
  let count = 0;
  return {
    wrong: (words) => {
      count += 1;
      if (told.length < TOLD) told.push({ part, state: 'wrong', words });
    },
    end: (words) => void ended.push({ part, state: 'wrong', words }),
    findings: (ok) => {
      if (count === 0 && ended.length === 0) return [{ part, state: 'ok', words: ok }];
      const untold = count - told.length;
      if (untold === 0) return [...told, ...ended];
      return [...told, { part, state: 'wrong', words: `And ${untold} more of this part.` }, ...ended];
    },
  };
};
