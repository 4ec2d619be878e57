import { signal } from '@preact/signals';
import type { Tracks } from '@field-inspection/signalling';
import type { Inspection } from '../inspection.ts';
import { holdTracks, kindOf, KINDS, releaseTrack, type Kind } from './hold-tracks.ts';
import { openSources, type Devices, type Facing, type Opened, type SourceFault } from './open-sources.ts';

export type SharingNotice = 'consent_first' | 'withdrawn' | 'untold';

type Start = {
  inspection: Pick<Inspection, 'isAllowed' | 'tellConsent'>;
  devices: Devices;
  onTracks: (tracks: Tracks) => void;
};

/** Camera and microphone are shared from one tap until the next, and only as far as consent is on record. */
export const createSharing = ({ inspection: { isAllowed, tellConsent }, devices, onTracks }: Start) => {
  const faults = signal<Partial<Record<Kind, SourceFault | undefined>>>({});
  const notice = signal<SharingNotice | undefined>(undefined);
  const isOpening = signal(false);
  let turn = 0;
  let allowed: Kind[] = [];
  let facing: Facing = 'environment';

  const answer = (kinds: readonly Kind[], given: 'denied' | 'revoked'): Promise<boolean> =>
    tellConsent(Object.fromEntries(kinds.map((kind) => [kind, given])));
  const lose = async (kind: Kind): Promise<void> => {
    faults.value = { ...faults.value, [kind]: 'ended' };
    if (!(await devices.isDenied(kind))) return;
    faults.value = { ...faults.value, [kind]: 'denied' };
    await answer([kind], 'revoked');
  };
  const held = holdTracks({ onTracks, onLost: (kind) => void lose(kind) });
  const use = async (opened: Opened): Promise<void> => {
    held.hold(keepAllowed(opened.tracks, isAllowed));
    faults.value = { camera: opened.camera, microphone: opened.microphone };
    const denied = KINDS.filter((kind) => opened[kind] === 'denied');
    if (denied.length > 0) await answer(denied, 'denied');
  };
  const share = async (): Promise<void> => {
    const wanted = { camera: isAllowed('camera'), microphone: isAllowed('microphone') };
    notice.value = wanted.camera || wanted.microphone ? undefined : 'consent_first';
    if (notice.value) return;
    const mine = ++turn;
    isOpening.value = true;
    const opened = await openSources({ ...wanted, facing }, devices);
    if (mine !== turn) return opened.tracks.forEach(releaseTrack);
    isOpening.value = false;
    await use(opened);
  };
  const flip = async (): Promise<void> => {
    facing = facing === 'user' ? 'environment' : 'user';
    // Phones open a second camera only once the first is closed.
    held.find('camera')?.stop();
    await share();
  };
  const drop = (): void => {
    turn += 1;
    isOpening.value = false;
    faults.value = {};
    held.hold([]);
  };
  /** A withdrawn kind ends at once; a newly allowed one is shared only if something is shared already. */
  const follow = (now: Kind[]): void => {
    const { isLess, isMore, kept } = compareKinds(allowed, now, held.all());
    allowed = now;
    if (isLess) turn += 1;
    if (isLess) isOpening.value = false;
    if (kept.length < held.all().length) held.hold(kept);
    if (isMore && kept.length > 0) void share();
  };
  const stop = async (): Promise<void> => {
    const withdrawn = KINDS.filter((kind) => isAllowed(kind));
    drop();
    if (withdrawn.length === 0) return;
    notice.value = (await answer(withdrawn, 'revoked')) ? 'withdrawn' : 'untold';
  };
  return { ...held, faults, notice, isOpening, share, flip, stop, drop, follow };
};

const keepAllowed = (tracks: readonly MediaStreamTrack[], isAllowed: (kind: Kind) => boolean) => {
  for (const track of tracks) if (!isAllowed(kindOf(track))) releaseTrack(track);
  return tracks.filter((track) => isAllowed(kindOf(track)));
};

const compareKinds = (
  before: readonly Kind[],
  now: readonly Kind[],
  tracks: readonly MediaStreamTrack[],
) => ({
  isLess: before.some((kind) => !now.includes(kind)),
  isMore: now.some((kind) => !before.includes(kind)),
  kept: tracks.filter((track) => now.includes(kindOf(track))),
});
