import type { Uplink } from './decide-picture.ts';

/** What the other side told before that is over: a stream that is no longer sent keeps its last loss. */
const FRESH_MS = 6_000;

type Stats = {
  type: string;
  timestamp: number;
  id?: string;
  selectedCandidatePairId?: string;
  nominated?: boolean;
  state?: string;
  availableOutgoingBitrate?: number;
  fractionLost?: number;
  roundTripTime?: number;
};

/** What a connection's statistics say of the way out. The worst of its streams counts. */
export const readUplink = (report: Iterable<Stats>): Uplink => {
  const all = [...report];
  const selected = all.find(({ type }) => type === 'transport')?.selectedCandidatePairId;
  const pair = all.find(
    ({ type, id, nominated, state }) =>
      type === 'candidate-pair' && (selected ? id === selected : nominated && state === 'succeeded'),
  );
  const nowMs = Math.max(...all.map(({ timestamp }) => timestamp));
  const heard = all.filter(
    ({ type, timestamp }) => type === 'remote-inbound-rtp' && timestamp > nowMs - FRESH_MS,
  );
  const rtt = worst(heard.map(({ roundTripTime }) => roundTripTime));
  return {
    availableBps: pair?.availableOutgoingBitrate,
    lossFraction: worst(heard.map(({ fractionLost }) => fractionLost)),
    rttMs: rtt === undefined ? undefined : rtt * 1000,
  };
};

const worst = (values: (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
};
