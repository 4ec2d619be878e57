const ROUND_MS = 2_000;

/**
 * Fits the picture to the way every two seconds.
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
  // Statistics of a connection that closes meanwhile fail.
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

/** Older reports don't count: a stream that is no longer sent keeps its last loss. */
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

export type Uplink = {
  availableBps: number | undefined;
  lossFraction: number | undefined;
  rttMs: number | undefined;
};

/** The share of the way for the picture. `rounds` counts bad rounds, or good ones while the picture is paused. */
export type Picture = { maxBps: number; isPaused: boolean; rounds: number };

export const FIRST_PICTURE: Picture = { maxBps: 1_000_000, isPaused: false, rounds: 0 };

const MAX_BPS = 2_500_000;
/** A picture of fewer bits per second shows nothing that helps. */
const MIN_BPS = 80_000;
/** Bits per second of the sound, with its packets' heads. */
const SOUND_BPS = 48_000;
const LOSSY = 0.05;
const CLEAN = 0.02;
const SLOW_MS = 800;
const PAUSE_AFTER = 3;
const RESUME_AFTER = 5;

/**
 * The picture gives way before the sound suffers: it halves while packets are lost or late, is paused where even the
 * least is too much, and comes back in steps. Browsers limit themselves to their estimate of the way. While little is
 * sent that estimate is low, so it alone is no sign of strain.
 */
export const decidePicture = (picture: Picture, uplink: Uplink): Picture => {
  const isStrained = (uplink.lossFraction ?? 0) > LOSSY || (uplink.rttMs ?? 0) > SLOW_MS;
  if (picture.isPaused) {
    const rounds = isStrained ? 0 : picture.rounds + 1;
    return rounds < RESUME_AFTER ? { ...picture, rounds } : { maxBps: MIN_BPS, isPaused: false, rounds: 0 };
  }
  if (!isStrained) {
    const isClean = (uplink.lossFraction ?? 0) < CLEAN;
    return { ...picture, maxBps: isClean ? grow(picture.maxBps) : picture.maxBps, rounds: 0 };
  }
  const wanted = Math.min(picture.maxBps / 2, leaveHeadroom(uplink.availableBps));
  if (wanted >= MIN_BPS) return { maxBps: Math.round(wanted), isPaused: false, rounds: 0 };
  // A single bad moment does not pause the picture, several do.
  const rounds = picture.rounds + 1;
  return { maxBps: MIN_BPS, isPaused: rounds >= PAUSE_AFTER, rounds: rounds >= PAUSE_AFTER ? 0 : rounds };
};

const grow = (bps: number): number => Math.min(MAX_BPS, Math.round(bps * 1.25));

const leaveHeadroom = (availableBps: number | undefined): number =>
  availableBps === undefined ? Infinity : (availableBps - SOUND_BPS) * 0.85;
