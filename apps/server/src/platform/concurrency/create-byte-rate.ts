/** A body waits behind the open ones of its key. */
export type ByteRate = (key: string) => RatedBody;

export type RatedBody = {
  take: (bytes: number) => Promise<void>;
  close: () => void;
};

/** A body that has had `turn` bytes counts as the youngest again. */
export type ByteLimit = { perSecond: number; burst: number; turn: number };

type Body = { takenBytes: number; wanted?: { bytes: number; goOn: () => void } | undefined };

type Line = {
  paidMs: number;
  bodies: Set<Body>;
  timer?: NodeJS.Timeout | undefined;
};

/** Beyond this number, keys are forgotten that have all of their burst again. */
const MANY = 1_000;

/**
 * Each key's bytes come at a rate, after a burst that refills with time. The oldest waiting body has the next bytes: at
 * a rate that all share, many large bodies would end together, after their clients have given up. A slow body holds
 * nobody up, since the others have what it leaves. A body without end has only its turn before the others have theirs.
 */
export const createByteRate = (
  limit: ByteLimit,
  { nowMs = () => performance.now() }: { nowMs?: () => number } = {},
): ByteRate => {
  const lines = new Map<string, Line>();
  return (key) => {
    const rested = nowMs() - timeOf(limit.burst, limit);
    if (lines.size > MANY) forgetRested(lines, rested);
    const line = lines.get(key) ?? { paidMs: rested, bodies: new Set() };
    lines.set(key, line);
    const body: Body = { takenBytes: 0 };
    line.bodies.add(body);
    return {
      take: (bytes) =>
        new Promise((goOn) => {
          if (!line.bodies.has(body)) return goOn();
          body.wanted = { bytes, goOn };
          serve(line, limit, nowMs);
        }),
      close: () => {
        line.bodies.delete(body);
        body.wanted?.goOn();
        serve(line, limit, nowMs);
      },
    };
  };
};

const timeOf = (bytes: number, { perSecond }: ByteLimit): number => (1000 * bytes) / perSecond;

const forgetRested = (lines: Map<string, Line>, rested: number): void => {
  for (const [key, { paidMs, bodies }] of lines) if (bodies.size === 0 && paidMs <= rested) lines.delete(key);
};

const serve = (line: Line, limit: ByteLimit, nowMs: () => number): void => {
  clearTimeout(line.timer);
  const burstMs = timeOf(limit.burst, limit);
  for (let body = findOldest(line); body; body = findOldest(line)) {
    const now = nowMs();
    const { bytes, goOn } = body.wanted!;
    const fromMs = Math.max(line.paidMs, now - burstMs);
    // Pieces larger than the burst would never have their time.
    const waitMs = fromMs + Math.min(timeOf(bytes, limit), burstMs) - now;
    if (waitMs > 0) {
      line.timer = setTimeout(() => serve(line, limit, nowMs), Math.ceil(waitMs));
      return;
    }
    line.paidMs = fromMs + timeOf(bytes, limit);
    body.wanted = undefined;
    count(line, body, { bytes, turn: limit.turn });
    goOn();
  }
};

const findOldest = ({ bodies }: Line): Body | undefined => {
  for (const body of bodies) if (body.wanted) return body;
  return undefined;
};

const count = ({ bodies }: Line, body: Body, { bytes, turn }: { bytes: number; turn: number }): void => {
  body.takenBytes += bytes;
  if (body.takenBytes < turn) return;
  body.takenBytes = 0;
  bodies.delete(body);
  bodies.add(body);
};
