import { decidePicture, FIRST_PICTURE, type Picture, type Uplink } from './decide-picture.ts';

const ROUND_MS = 2_000;

/**
 * Fits the picture to the way, every two seconds, until it is told to stop.
 *
 * @param onPaused told when the picture is paused, and when it goes on
 */
export const followUplink = (
  connection: RTCPeerConnection,
  onPaused: (isPaused: boolean) => void,
): (() => void) => {
  let picture = FIRST_PICTURE;
  const round = async (): Promise<void> => {
    const report = await connection.getStats();
    const next = decidePicture(picture, readUplink([...report.values()]));
    const [before, isNew] = [picture, next.maxBps !== picture.maxBps || next.isPaused !== picture.isPaused];
    picture = next;
    if (isNew) await limitPicture(connection, next);
    if (next.isPaused !== before.isPaused) onPaused(next.isPaused);
  };
  void limitPicture(connection, picture).catch(() => {});
  void favourSound(connection).catch(() => {});
  // A connection that closes meanwhile answers with an error.
  const timer = setInterval(() => void round().catch(() => {}), ROUND_MS);
  return () => clearInterval(timer);
};

const limitPicture = (connection: RTCPeerConnection, { maxBps, isPaused }: Picture): Promise<void> =>
  setEncodings(connection, 'video', { maxBitrate: maxBps, active: !isPaused });

const favourSound = (connection: RTCPeerConnection): Promise<void> =>
  setEncodings(connection, 'audio', { priority: 'high', networkPriority: 'high' });

const setEncodings = async (
  connection: RTCPeerConnection,
  kind: string,
  changes: Partial<RTCRtpEncodingParameters>,
): Promise<void> => {
  for (const { sender, receiver } of connection.getTransceivers()) {
    if (receiver.track.kind !== kind) continue;
    const parameters = sender.getParameters();
    for (const encoding of parameters.encodings) Object.assign(encoding, changes);
    if (parameters.encodings.length > 0) await sender.setParameters(parameters);
  }
};

/** The time for which the other side's report counts: a stream that is no longer sent keeps its last loss. */
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

/** Reads the way out from a connection's statistics. The worst of its streams counts. */
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
