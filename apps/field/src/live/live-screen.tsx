import { useEffect, useRef } from 'preact/hooks';
import { Button, Heading } from '@field-inspection/ui';
import type { Inspection } from '../inspection.ts';
import { keepAwake } from '../media/keep-awake.ts';
import { say } from '../texts/say.ts';
import { LivePicture } from './live-picture.tsx';
import type { Live } from './live.ts';
import type { Opened } from './open-sources.ts';
import './live.css';

type Props = {
  inspection: Inspection;
  live: Live;
  onDone: () => void;
};

/** Shows what the person shares, who gets it, and what can be done about either. */
export const LiveScreen = ({ inspection, live, onDone }: Props) => {
  const isSharing = live.sharing.value !== undefined;
  const isAllowed = isAnyAllowed(inspection);
  const presence = useRef<HTMLParagraphElement>(null);
  useEffect(() => (isSharing ? keepAwake() : undefined), [isSharing]);
  useEffect(() => {
    // The button that was tapped is gone.
    if (document.activeElement === document.body) presence.current?.focus();
  }, [isSharing, isAllowed]);
  if (!('RTCPeerConnection' in window)) return <Unsupported onDone={onDone} />;
  return (
    <section class="part live">
      <Heading>{say('field.live.heading')}</Heading>
      <p
        ref={presence}
        class="text live-presence"
        role="status"
        tabIndex={-1}
        data-presence={live.presence.value}
      >
        {describePresence(live)}
      </p>
      <LivePicture live={live} />
      <div class="live-notes" role="status">
        {listNotes(live, inspection).map((key) => (
          <p class="text" key={key}>
            {say(key)}
          </p>
        ))}
      </div>
      {live.presence.value !== 'ended' && <Buttons inspection={inspection} live={live} />}
      <Button kind="secondary" onTap={onDone}>
        {say('field.home.back')}
      </Button>
    </section>
  );
};

/** A browser that can't send offers no sharing: the camera would run for nobody. */
const Unsupported = ({ onDone }: Pick<Props, 'onDone'>) => (
  <section class="part live">
    <Heading>{say('field.live.heading')}</Heading>
    <p class="text">{say('field.live.unsupported')}</p>
    <Button kind="secondary" onTap={onDone}>
      {say('field.home.back')}
    </Button>
  </section>
);

const describePresence = ({ presence, watchers }: Live): string => {
  const word = say(`field.live.${presence.value}`);
  return watchers.value > 1 ? `${word} ${say('field.live.watchers', { count: watchers.value })}` : word;
};

const listNotes = (live: Live, { isAllowed, untold }: Inspection): string[] => {
  const { faults, notice, camera, microphone, isPicturePaused, isStillNew } = live;
  const notes = [
    camera.value === 'paused' && 'camera_paused',
    microphone.value === 'paused' && 'microphone_paused',
    camera.value === 'on' && isPicturePaused.value && 'picture_paused',
    isStillNew.value && 'still_taken',
    // A withdrawal that could not be recorded at once may have been recorded meanwhile.
    notice.value === 'untold' && untold.value.length === 0 ? 'withdrawn' : notice.value,
    !notice.value && !isAllowed('camera') && !isAllowed('microphone') && 'consent_first',
  ].flatMap((name) => (name ? [`field.live.${name}`] : []));
  return [...nameFaults(faults.value), ...notes];
};

const isAnyAllowed = ({ isAllowed }: Inspection): boolean => isAllowed('camera') || isAllowed('microphone');

const Buttons = ({ inspection, live }: Omit<Props, 'onDone'>) => {
  const { faults, isMuted, isOpening, microphone, sharing } = live;
  const isAllowed = isAnyAllowed(inspection);
  const isFaulty = Object.values(faults.value).some((fault) => fault !== undefined);
  // A device that has paused the camera may never give it back, as after another page has used it.
  const isStuck = isFaulty || live.camera.value === 'paused' || microphone.value === 'paused';
  return (
    <div class="live-buttons">
      {microphone.value !== 'off' && (
        <Button kind="secondary" onTap={() => live.mute(!isMuted.value)}>
          {say(isMuted.value ? 'field.live.unmute' : 'field.live.mute')}
        </Button>
      )}
      {!isAllowed && !sharing.value && (
        <Button onTap={() => void inspection.tellConsent({ camera: 'granted', microphone: 'granted' })}>
          {say('field.live.allow')}
        </Button>
      )}
      {isAllowed && (!sharing.value || isStuck) && (
        <Button isWaiting={isOpening.value} onTap={() => live.share()}>
          {say(isStuck ? 'field.refused.retry' : 'field.live.start')}
        </Button>
      )}
      {sharing.value && (
        <Button kind="danger" onTap={() => live.stop()}>
          {say('field.live.stop')}
        </Button>
      )}
    </div>
  );
};

type Faults = { [Kind in 'camera' | 'microphone']?: Opened[Kind] };

/** Faults of the picture and of the sound are named together where both are true. */
export const nameFaults = ({ camera, microphone }: Faults): string[] => {
  if (camera === 'unsupported' || microphone === 'unsupported') return ['field.refused.unsupported_browser'];
  if (camera === 'missing' && microphone === 'missing') return ['field.live.nothing_found'];
  return [
    ...(camera ? [`field.live.camera_${camera}`] : []),
    ...(microphone ? [`field.live.microphone_${microphone}`] : []),
  ];
};
