import { Button } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { openView } from '../views.ts';

/** How much of what was made on this device waits, and how much was refused. */
export type LeftCounts = { unsent: number; refused: number };

/** The way to what was made on this device, which says how much of it was not sent. */
export const PhotosButton = ({ left: { unsent, refused } }: { left: LeftCounts }) => (
  <Button kind="secondary" onTap={() => openView({ name: 'queue' })}>
    {say(unsent > 0 ? 'field.home.photos_unsent' : 'field.home.photos', { count: unsent })}
    {refused > 0 && ` · ${say('field.home.refused', { count: refused })}`}
  </Button>
);
