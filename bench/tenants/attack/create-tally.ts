import type { Outcomes } from './attack-message.ts';

/** Counts what each kind of call ended in. What throws has ended, too: its connection broke. */
export const createTally = () => {
  let outcomes: Outcomes = {};
  const count = (kind: string, outcome: string): void => {
    const ofKind = (outcomes[kind] ??= {});
    ofKind[outcome] = (ofKind[outcome] ?? 0) + 1;
  };
  return {
    count,
    /** Runs a call, counts its outcome, and returns its reply; undefined when the connection broke. */
    tell: async <Reply extends { outcome: string }>(
      kind: string,
      call: Promise<Reply>,
    ): Promise<Reply | undefined> => {
      try {
        const reply = await call;
        count(kind, reply.outcome);
        return reply;
      } catch (error) {
        count(kind, error instanceof Error ? error.message : 'broken');
        return undefined;
      }
    },
    /** What was counted since the last call. */
    take: (): Outcomes => {
      const taken = outcomes;
      outcomes = {};
      return taken;
    },
  };
};

export type Tally = ReturnType<typeof createTally>;
