import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Spoken } from '@field-inspection/ui';
import type { Owner } from '../inspection.ts';
import { say } from '../texts/say.ts';

export type DrawingProps = {
  inspection: Owner;
  /** The photo as it was handed to the queue. */
  picture: Blob;
  onDone: () => void;
};

export type DrawOnProps = DrawingProps & { load: () => Promise<ComponentType<DrawingProps>> };

/** The queue keeps the photo even if this screen fails to load. */
export const DrawOn = ({ load, ...props }: DrawOnProps) => {
  const [screen, setScreen] = useState<{ Shown: ComponentType<DrawingProps> }>();
  useEffect(() => {
    load().then(
      (Shown) => setScreen({ Shown }),
      () => props.onDone(),
    );
  }, []);
  return screen ? (
    <div class="coming">
      <screen.Shown {...props} />
    </div>
  ) : (
    <Spoken>{say('field.camera.opening')}</Spoken>
  );
};
