import { say } from '../texts/say.ts';

type Picked = {
  onPicked: (file: File) => void;
  isShut: boolean;
};

/** Only phones have a camera app that a page can open; elsewhere the button would be one more file picker. */
const hasCameraApp = 'capture' in HTMLInputElement.prototype;

/** For pages in which no camera opens: the device's own camera app, or an existing photo. */
export const FilePicker = (picked: Picked) => (
  <>
    {hasCameraApp && <Way words={say('field.home.take_photo')} capture="environment" {...picked} />}
    <Way words={say('field.camera.pick')} {...picked} />
  </>
);

type Way = Picked & { words: string; capture?: 'environment' };

// With `capture`, phones open the camera app at once and offer no existing photo.
const Way = ({ words, capture, onPicked, isShut }: Way) => (
  <label class={isShut ? 'capture-picker capture-shut' : 'capture-picker'}>
    {words}
    <input
      type="file"
      accept="image/*"
      capture={capture}
      // `disabled` would take the focus from a person who came by keys.
      aria-disabled={isShut}
      onClick={(event) => isShut && event.preventDefault()}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        // Emptied, so that the same file can be chosen once more.
        currentTarget.value = '';
        if (file && !isShut) onPicked(file);
      }}
    />
  </label>
);
