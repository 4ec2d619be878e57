import { Button } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { openView } from '../views.ts';

export type LeftCounts = { unsent: number; refused: number };

export const PhotosButton = ({ left: { unsent, refused } }: { left: LeftCounts }) => (
  <Button kind="secondary" onTap={() => openView({ name: 'queue' })}>
    {say(unsent > 0 ? 'field.home.photos_unsent' : 'field.home.photos', { count: unsent })}
    {refused > 0 && ` · ${say('field.home.refused', { count: refused })}`}
  </Button>
);
