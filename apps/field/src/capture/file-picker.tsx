import { say } from '../texts/say.ts';

type Picked = { onPicked: (file: File) => void };

/** Only phones have a camera app that a page can open; elsewhere it would be one more way to choose. */
const hasCameraApp = 'capture' in HTMLInputElement.prototype;

/** A photo by the device's own camera app, or one that is there: what works where no camera opens in the page. */
export const FilePicker = ({ onPicked }: Picked) => (
  <>
    {hasCameraApp && <Way words={say('field.home.take_photo')} capture="environment" onPicked={onPicked} />}
    <Way words={say('field.camera.pick')} onPicked={onPicked} />
  </>
);

// With `capture`, phones open the camera app at once, and show no photo that is there.
const Way = ({ words, capture, onPicked }: Picked & { words: string; capture?: 'environment' }) => (
  <label class="capture-picker">
    {words}
    <input
      type="file"
      accept="image/*"
      capture={capture}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        // So that the same file can be chosen once more.
        currentTarget.value = '';
        if (file) onPicked(file);
      }}
    />
  </label>
);
