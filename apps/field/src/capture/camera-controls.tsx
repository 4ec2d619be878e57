import { useState } from 'preact/hooks';
import { say } from '../texts/say.ts';

/* Torch and zoom, where the camera has them. The types of the DOM know neither. */

type Capabilities = MediaTrackCapabilities & {
  torch?: boolean;
  zoom?: { min: number; max: number; step?: number };
};
type Setting = { torch?: boolean; zoom?: number };

/** A camera that refuses stays as it is: false. */
const apply = (track: MediaStreamTrack, setting: Setting): Promise<boolean> =>
  track.applyConstraints({ advanced: [setting as MediaTrackConstraintSet] }).then(
    () => true,
    () => false,
  );

export const CameraControls = ({ track }: { track: MediaStreamTrack }) => {
  const { torch, zoom }: Capabilities = track.getCapabilities?.() ?? {};
  // The torch of the live picture is as an earlier screen left it.
  const set: Setting = track.getSettings();
  const [isLit, setLit] = useState(set.torch ?? false);
  const light = async () => {
    if (await apply(track, { torch: !isLit })) setLit(!isLit);
  };
  return (
    <>
      {torch && (
        <button type="button" class="button capture-round" aria-pressed={isLit} onClick={() => void light()}>
          {say('field.camera.torch')}
        </button>
      )}
      {zoom && zoom.max > zoom.min && (
        <label class="label capture-zoom">
          {say('field.camera.zoom')}
          <input
            type="range"
            min={zoom.min}
            max={zoom.max}
            step={zoom.step || 0.1}
            defaultValue={String(set.zoom ?? zoom.min)}
            onInput={({ currentTarget }) => void apply(track, { zoom: currentTarget.valueAsNumber })}
          />
        </label>
      )}
    </>
  );
};
