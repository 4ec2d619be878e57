import { Button } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { openView } from '../views.ts';

export type LeftCounts = { unsent: number; refused: number };

/** Leads to the pieces made on this device, and says how many were not sent. */
export const PhotosButton = ({ left: { unsent, refused } }: { left: LeftCounts }) => (
  <Button kind="secondary" onTap={() => openView({ name: 'queue' })}>
    {say(unsent > 0 ? 'field.home.photos_unsent' : 'field.home.photos', { count: unsent })}
    {refused > 0 && ` · ${say('field.home.refused', { count: refused })}`}
  </Button>
);
