import { Button } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { FilePicker } from './file-picker.tsx';
import type { Camera } from './use-camera.ts';

type CameraNoteProps = {
  camera: Pick<Camera, 'trouble' | 'open'>;
  fault: string | undefined;
  onPicked: (file: File) => void;
  isShut: boolean;
};

/** Says why the camera shows nothing, and offers the ways on: a photo by the device's own app always works. */
export const CameraNote = ({ camera: { trouble, open }, fault, onPicked, isShut }: CameraNoteProps) => {
  if (!trouble) return <p class="text capture-note">{say('field.camera.opening')}</p>;
  return (
    <div class="capture-note">
      <p class="text" role="alert">
        {fault ?? say(`field.camera.trouble_${trouble}`)}
      </p>
      <FilePicker {...{ onPicked, isShut }} />
      {trouble !== 'missing' && <Button onTap={open}>{say('field.refused.retry')}</Button>}
    </div>
  );
};
