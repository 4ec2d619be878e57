import { Link } from '@tanstack/react-router';
import { Button } from '../parts/button.tsx';
import { LinkOnce } from '../parts/link-once.tsx';
import { Screen } from '../parts/screen.tsx';
import { write } from '../words/words.ts';
import type { Made } from './compose-inspection.ts';

export const Created = ({ made, onAnother }: { made: Made; onAnother: () => void }) => {
  const { inspection, sentTo } = made;
  return (
    <Screen heading={write('new.created')}>
      <div className="section form">
        <LinkOnce url={inspection.join_url} sentTo={sentTo} />
        <p className="actions">
          <Link className="link" to="/inspections/$sessionId" params={{ sessionId: inspection.id }}>
            {write('new.open')}
          </Link>
          <Button kind="secondary" onPress={onAnother}>
            {write('new.another')}
          </Button>
        </p>
      </div>
    </Screen>
  );
};
