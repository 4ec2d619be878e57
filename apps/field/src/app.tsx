import { stage } from './journey.ts';
import { Code } from './screens/code.tsx';
import { Ended } from './screens/ended.tsx';
import { Inside } from './screens/inside.tsx';
import { Left } from './screens/left.tsx';
import { Refused } from './screens/refused.tsx';
import { Status } from './screens/status.tsx';
import { Welcome } from './screens/welcome.tsx';

/** What the whole page shows. */
export const App = () => (
  <>
    {/* A second tap that was meant for the screen before does nothing on the next. */}
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
  if (current.name === 'inspection') return <Inside inspection={current.inspection} />;
  if (current.name === 'left') return <Left {...current} />;
  if (current.name === 'ended') return <Ended {...current} />;
  return null;
};
