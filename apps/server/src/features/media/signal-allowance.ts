import type { MediaPeer } from '../../platform/media-connection.ts';

type Rate = { burst: number; perSecond: number };
type Rates = { messages: Rate; bytes: Rate };
type Sent = { messages: number; bytes: number };
type Sender = Pick<MediaPeer, 'organisationId' | 'sessionId' | 'identity'>;

const MIB = 1024 ** 2;

/** Trickled candidates to seven peers come in a burst of some 200, SDP in 10 KiB each; a person needs far less. */
export const OF_IDENTITY: Rates = {
  messages: { burst: 200, perSecond: 20 },
  bytes: { burst: MIB, perSecond: 64 * 1024 },
};

/** Twenty sessions that begin at once. It keeps the relay's part of the database free for the others. */
export const OF_ORGANISATION: Rates = {
  messages: { burst: 4_000, perSecond: 400 },
  bytes: { burst: 20 * MIB, perSecond: 2 * MIB },
};

/** Entering a room is a transaction, and counts like ten messages. */
export const ENTRANCE: Sent = { messages: 10, bytes: 0 };

/** The allowance is the sender's: a new connection goes on with the rest. Each process counts by itself. */
export const createSignalAllowance = () => {
  const identities = new Map<string, Buckets>();
  const organisations = new Map<string, Buckets>();
  return {
    take: ({ organisationId, sessionId, identity }: Sender, sent: Sent, nowMs: number): boolean => {
      const own = find(identities, `${organisationId} ${sessionId} ${identity}`, OF_IDENTITY);
      const shared = find(organisations, organisationId, OF_ORGANISATION);
      refill(own, nowMs);
      refill(shared, nowMs);
      if (![own, shared].every(({ left }) => left.messages >= sent.messages && left.bytes >= sent.bytes)) {
        return false;
      }
      for (const { left } of [own, shared]) {
        left.messages -= sent.messages;
        left.bytes -= sent.bytes;
      }
      return true;
    },
    forgetRested: (nowMs: number): void => {
      for (const buckets of [identities, organisations]) {
        for (const [key, each] of buckets) {
          refill(each, nowMs);
          if (isFull(each)) buckets.delete(key);
        }
      }
    },
    size: (): number => identities.size + organisations.size,
  };
};

export type SignalAllowance = ReturnType<typeof createSignalAllowance>;

type Buckets = { rates: Rates; left: Sent; atMs: number | undefined };

const find = (buckets: Map<string, Buckets>, key: string, rates: Rates): Buckets => {
  const known = buckets.get(key);
  if (known) return known;
  const left = { messages: rates.messages.burst, bytes: rates.bytes.burst };
  const made: Buckets = { rates, left, atMs: undefined };
  buckets.set(key, made);
  return made;
};

const refill = (each: Buckets, nowMs: number): void => {
  const seconds = Math.max(0, nowMs - (each.atMs ?? nowMs)) / 1000;
  each.atMs = nowMs;
  for (const what of ['messages', 'bytes'] as const) {
    const { burst, perSecond } = each.rates[what];
    each.left[what] = Math.min(burst, each.left[what] + seconds * perSecond);
  }
};

const isFull = ({ rates, left }: Buckets): boolean =>
  left.messages >= rates.messages.burst && left.bytes >= rates.bytes.burst;
