import { say } from '../texts/say.ts';

type Picked = {
  onPicked: (file: File) => void;
  /** True while another file is being read. */
  isShut: boolean;
};

/** True on phones, which alone have a camera app that a page can open; elsewhere it would be one more way to choose. */
const hasCameraApp = 'capture' in HTMLInputElement.prototype;

/** Offers the device's own camera app, or an existing photo, where no camera opens in the page. */
export const FilePicker = (picked: Picked) => (
  <>
    {hasCameraApp && <Way words={say('field.home.take_photo')} capture="environment" {...picked} />}
    <Way words={say('field.camera.pick')} {...picked} />
  </>
);

type Way = Picked & { words: string; capture?: 'environment' };

// Phones open the camera app at once with `capture`, and offer no existing photo.
const Way = ({ words, capture, onPicked, isShut }: Way) => (
  <label class={isShut ? 'capture-picker capture-shut' : 'capture-picker'}>
    {words}
    <input
      type="file"
      accept="image/*"
      capture={capture}
      // With `disabled`, a person who came by keys would lose their place.
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
