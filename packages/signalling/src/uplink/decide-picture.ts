/** The capacity of the way to the other side now; undefined where the browser does not tell. */
export type Uplink = {
  availableBps: number | undefined;
  /** The share of lost packets in the last seconds, 0 to 1. */
  lossFraction: number | undefined;
  rttMs: number | undefined;
};

/** The share of the way that the picture may take. `rounds` counts bad rounds, or good ones while it is paused. */
export type Picture = { maxBps: number; isPaused: boolean; rounds: number };

export const FIRST_PICTURE: Picture = { maxBps: 1_000_000, isPaused: false, rounds: 0 };

const MAX_BPS = 2_500_000;
/** The least bits per second: a picture of less shows nothing that helps. */
const MIN_BPS = 80_000;
/** Bits per second of the sound, with its packets' heads. */
const SOUND_BPS = 48_000;
const LOSSY = 0.05;
const CLEAN = 0.02;
const SLOW_MS = 800;
const PAUSE_AFTER = 3;
const RESUME_AFTER = 5;

/**
 * Sound before picture: the picture gives way before the sound suffers. It halves while packets are lost or late, is
 * paused where even the least is too much, and comes back in steps. Browsers send no more than they think the way
 * carries, so that a good way needs no other limit; and while little is sent they think it carries little, so that their
 * estimate alone is no sign of strain.
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
  // The picture goes on after a single bad moment, and gives up after several.
  const rounds = picture.rounds + 1;
  return { maxBps: MIN_BPS, isPaused: rounds >= PAUSE_AFTER, rounds: rounds >= PAUSE_AFTER ? 0 : rounds };
};

const grow = (bps: number): number => Math.min(MAX_BPS, Math.round(bps * 1.25));

const leaveHeadroom = (availableBps: number | undefined): number =>
  availableBps === undefined ? Infinity : (availableBps - SOUND_BPS) * 0.85;
