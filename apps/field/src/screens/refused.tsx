import { useEffect, useRef } from 'preact/hooks';
import { join, type Obstacle, type Stage } from '../journey.ts';
import { say } from '../texts/say.ts';
import { Button } from './button.tsx';
import { CopyLink } from './copy-link.tsx';
import { LeftFiles } from './left-files.tsx';

type Refused = Pick<Extract<Stage, { name: 'refused' }>, 'obstacle' | 'state' | 'drawings'>;

/** What each obstacle leaves to do; the others' words say whom to ask. */
const WAYS_ON: Partial<Record<Obstacle, 'retry' | 'go_on_here' | 'copy'>> = {
  rate_limited: 'retry',
  network: 'retry',
  unexpected: 'retry',
  replaced: 'go_on_here',
  unsupported_browser: 'copy',
};

/** Nothing lets the device in: what it still has can only be saved, after a reload too, when nothing else is known. */
const SHUT_OUT: readonly Obstacle[] = ['otp_locked', 'invite_expired', 'invite_redeemed', 'not_found'];

export const Refused = ({ obstacle, state, drawings }: Refused) => {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), [obstacle]);
  const way = WAYS_ON[obstacle];
  return (
    <>
      <h1 tabIndex={-1}>{say('field.welcome.heading')}</h1>
      <p id="refusal" ref={words} class="error" tabIndex={-1}>
        {say(`field.refused.${obstacle}`)}
      </p>
      {way === 'copy' && <CopyLink />}
      {way && way !== 'copy' && <Button onTap={() => join()}>{say(`field.refused.${way}`)}</Button>}
      {state && (
        <LeftFiles
          reason="access"
          state={state}
          end={{ stored: 0, receipt: '', drawings }}
          participantId={state.participant.id}
        />
      )}
      {!state && SHUT_OUT.includes(obstacle) && <LeftFiles reason="access" />}
    </>
  );
};
