import { Button, Heading, isBusy, Spoken } from '@field-inspection/ui';
import { hasLink, join, stage, type Stage } from './journey.ts';
import { Code } from './screens/code.tsx';
import { LaterInside } from './screens/later-inside.tsx';
import { LeftFiles, Refused } from './screens/refused.tsx';
import { Welcome } from './screens/welcome.tsx';
import { say } from './texts/say.ts';

export const App = () => (
  <>
    {/* A second tap, meant for the screen before, must do nothing on the next screen. */}
    <div key={stage.value.name} class={stage.value.name === 'welcome' ? undefined : 'coming'}>
      <Screen />
    </div>
    <Status />
  </>
);

const Screen = () => {
  const current = stage.value;
  if (current.name === 'welcome') return <Welcome />;
  if (current.name === 'code') return <Code {...current} />;
  if (current.name === 'refused') return <Refused {...current} />;
  if (current.name === 'inspection') return <LaterInside inspection={current.inspection} />;
  if (current.name === 'left') return <Left {...current} />;
  if (current.name === 'ended') return <Ended {...current} />;
  return null;
};

const Status = () => (
  <p id="status" class="status" role="status">
    {isBusy.value && say('field.home.connecting')}
  </p>
);

const Ended = (end: Pick<Extract<Stage, { name: 'ended' }>, 'end' | 'state'>) => (
  <>
    <Heading>{say('field.ended.heading')}</Heading>
    <LeftFiles reason="ended" {...end} />
  </>
);

const Left = ({ isTold }: Pick<Extract<Stage, { name: 'left' }>, 'isTold'>) => (
  <>
    <Heading key={String(isTold)}>{say(isTold ? 'field.ended.left' : 'field.home.leave')}</Heading>
    <Spoken>{sayState(isTold)}</Spoken>
    {hasLink() && (
      <Button kind="secondary" onTap={() => join()}>
        {say('field.welcome.join')}
      </Button>
    )}
  </>
);

const sayState = (isTold: boolean | undefined): string => {
  if (isTold === undefined) return say('field.home.connecting');
  return say(isTold ? 'field.ended.left_body' : 'field.ended.leaving');
};
