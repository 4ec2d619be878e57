export type Turn = { organisationId: string; sessionId: string | null };

export type RoundRobin = <Result>(whose: Turn, work: () => Promise<Result>) => Promise<Result>;

type Waiting = Map<string | null, (() => void)[]>;

/**
 * Organisations have the permits by turns, and within one its sessions: a flood of one session keeps others for one
 * turn, and not for all. A session has one permit at most. An organisation with permits takes another only while more
 * than these are free: the last permit is for one without.
 */
export const createRoundRobin = (permits: number): RoundRobin => {
  // A Map keeps the order of its insertions, so both levels are in the order of their turns.
  const organisations = new Map<string, Waiting>();
  const underWay = new Map<string, Set<string | null>>();
  let free = permits;
  const admit = (): void => {
    for (let next = takeNext(); next; next = takeNext()) next();
  };
  const takeNext = (): (() => void) | undefined => {
    for (const [organisationId, sessions] of organisations) {
      const working = underWay.get(organisationId) ?? new Set();
      if (working.size >= free) continue;
      for (const [sessionId, queue] of sessions) {
        if (working.has(sessionId)) continue;
        free -= 1;
        underWay.set(organisationId, working.add(sessionId));
        const begin = queue.shift();
        if (queue.length === 0) sessions.delete(sessionId);
        if (sessions.size === 0) organisations.delete(organisationId);
        hadTurn({ organisationId, sessionId });
        return begin;
      }
    }
    return undefined;
  };
  const hadTurn = ({ organisationId, sessionId }: Turn): void => {
    const sessions = organisations.get(organisationId);
    if (!sessions) return;
    moveToEnd(sessions, sessionId);
    moveToEnd(organisations, organisationId);
  };
  const leave = ({ organisationId, sessionId }: Turn): void => {
    free += 1;
    // This session may have got more work meanwhile, before that of others.
    hadTurn({ organisationId, sessionId });
    const working = underWay.get(organisationId)!;
    working.delete(sessionId);
    if (working.size === 0) underWay.delete(organisationId);
    admit();
  };
  return async (whose, work) => {
    const { organisationId, sessionId } = whose;
    await new Promise<void>((begin) => {
      const sessions: Waiting = getOrAdd(organisations, organisationId, () => new Map());
      getOrAdd(sessions, sessionId, () => []).push(begin);
      admit();
    });
    try {
      return await work();
    } finally {
      leave(whose);
    }
  };
};

const getOrAdd = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
};

const moveToEnd = <Key, Value>(map: Map<Key, Value>, key: Key): void => {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
};
