import { useEffect, useRef } from 'preact/hooks';
import { Button, Heading } from '@field-inspection/ui';
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { isShutOut, join, type Obstacle, type Stage } from '../journey.ts';
import { say } from '../texts/say.ts';
import { CopyLink } from './welcome.tsx';
import type { WhatIsLeftProps } from '../left/what-is-left.tsx';
import { loadScreenTexts } from '../texts/load-screen-texts.ts';

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
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), [obstacle]);
  const way = WAYS_ON[obstacle];
  return (
    <>
      <Heading isFocused={false}>{say('field.welcome.heading')}</Heading>
      <p id="refusal" ref={words} class="error" tabIndex={-1}>
        {say(`field.refused.${obstacle}`)}
      </p>
      {way === 'copy' && <CopyLink />}
      {way && way !== 'copy' && <Button onTap={() => join()}>{say(`field.refused.${way}`)}</Button>}
      {(end || isShutOut(obstacle)) && (
        <LeftFiles reason="access" end={end} state={state} participantId={state?.participant.id} />
      )}
    </>
  );
};

export const LeftFiles = (props: WhatIsLeftProps) => {
  const screen = useSignal<{ Shown: ComponentType<WhatIsLeftProps> } | undefined>(undefined);
  useEffect(() => {
    const load = async () => {
      const [{ WhatIsLeft: Shown }] = await Promise.all([
        import('../left/what-is-left.tsx'),
        loadScreenTexts(),
      ]);
      screen.value = { Shown };
    };
    const tryLoad = () => void load().catch(() => undefined);
    tryLoad();
    addEventListener('online', tryLoad);
    return () => removeEventListener('online', tryLoad);
  }, []);
  return screen.value ? <screen.value.Shown {...props} /> : null;
};
