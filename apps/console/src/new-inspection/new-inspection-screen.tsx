import { useState } from 'react';
import { NotAllowed } from '../parts/section.tsx';
import { Screen } from '../parts/screen.tsx';
import { useMe } from '../service/me.ts';
import { write } from '../words/words.ts';
import type { Made } from './compose-inspection.ts';
import { Created } from './created.tsx';
import { InspectionForm } from './inspection-form.tsx';

export const NewInspectionScreen = () => {
  const [made, setMade] = useState<Made>();
  const { scopes } = useMe();
  if (made) return <Created made={made} onAnother={() => setMade(undefined)} />;
  const may = scopes.includes('sessions:write') && scopes.includes('participants:write');
  return (
    <Screen heading={write('new.heading')}>
      {may ? <InspectionForm onMade={setMade} /> : <NotAllowed />}
    </Screen>
  );
};
