import { useEffect, useRef } from 'preact/hooks';
import { Button, Heading } from '@field-inspection/ui';
import { isShutOut, join, type Obstacle, type Stage } from '../journey.ts';
import { say, sayApart } from '../texts/say.ts';
import { CopyLink } from './welcome.tsx';
import type { WhatIsLeftProps } from '../left/what-is-left.tsx';
import { loadScreenTexts } from '../texts/load-screen-texts.ts';
import { useLoaded } from '../loading/use-loaded.ts';

type Refused = Pick<Extract<Stage, { name: 'refused' }>, 'obstacle' | 'end' | 'state'>;

/** The other obstacles have no way on: their words say whom to ask. */
const WAYS_ON: Partial<Record<Obstacle, 'retry' | 'go_on_here' | 'copy'>> = {
  rate_limited: 'retry',
  network: 'retry',
  unexpected: 'retry',
  replaced: 'go_on_here',
  unsupported_browser: 'copy',
};

export const Refused = ({ obstacle, end, state }: Refused) => {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), [obstacle]);
  const way = WAYS_ON[obstacle];
  const [what, how] = sayApart(`field.refused.${obstacle}`);
  return (
    <>
      <div key={obstacle} id="refusal" ref={words} tabIndex={-1}>
        <Heading isFocused={false}>{what}</Heading>
        <p class="text">{how}</p>
      </div>
      {way === 'copy' && <CopyLink />}
      {way && way !== 'copy' && <Button onTap={() => join()}>{say(`field.refused.${way}`)}</Button>}
      {(end || isShutOut(obstacle)) && (
        <LeftFiles reason="access" end={end} state={state} participantId={state?.participant.id} />
      )}
    </>
  );
};

export const LeftFiles = (props: WhatIsLeftProps) => {
  const { loaded: Shown } = useLoaded(loadWhatIsLeft);
  return Shown ? <Shown {...props} /> : null;
};

const loadWhatIsLeft = async () => {
  const [{ WhatIsLeft }] = await Promise.all([import('../left/what-is-left.tsx'), loadScreenTexts()]);
  return WhatIsLeft;
};
