import { say } from '../texts/say.ts';

/** A photo by the device's own camera app, or one that is there: what works where no camera opens in the page. */
export const FilePicker = ({ onPicked }: { onPicked: (file: File) => void }) => (
  <label class="capture-picker">
    {say('field.camera.pick')}
    <input
      type="file"
      accept="image/*"
      capture="environment"
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        // So that the same file can be chosen once more.
        currentTarget.value = '';
        if (file) onPicked(file);
      }}
    />
  </label>
);
