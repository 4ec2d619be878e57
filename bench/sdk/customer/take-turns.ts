/**
 * Milliseconds that a processor spends on a call of each case, round by round: other work on the machine does not count.
 * All threads do, since WebCrypto works in others. `run` makes some calls, and says how many.
 */
export const takeTurns = async <Case>(
  cases: Readonly<Record<string, Case>>,
  { rounds, sliceMs }: { rounds: number; sliceMs: number },
  run: (tried: Case, name: string) => Promise<number>,
): Promise<Record<string, number[]>> => {
  const measure = async (name: string, tried: Case): Promise<number> => {
    const start = process.cpuUsage();
    let calls = 0;
    let spentMs = 0;
    while (spentMs < sliceMs) {
      calls += await run(tried, name);
      const spent = process.cpuUsage(start);
      spentMs = (spent.user + spent.system) / 1000;
    }
    return spentMs / calls;
  };
  const msPerCall: Record<string, number[]> = {};
  const all = Object.entries(cases);
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const first = round % all.length;
    // Each goes first in its turn: what one leaves behind, the next must clear away.
    for (const [name, tried] of [...all.slice(first), ...all.slice(0, first)]) {
      const found = await measure(name, tried);
      if (round > 0) (msPerCall[name] ??= []).push(found);
    }
  }
  return msPerCall;
};
