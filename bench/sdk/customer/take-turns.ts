/**
 * Milliseconds of processor for a call of each case, by round. All threads count, since WebCrypto uses others. `run`
 * makes some calls, and gives their number.
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
    // Each case goes first in its turn: what one leaves in memory the next must clear away.
    for (const [name, tried] of [...all.slice(first), ...all.slice(0, first)]) {
      const found = await measure(name, tried);
      if (round > 0) (msPerCall[name] ??= []).push(found);
    }
  }
  return msPerCall;
};
