import { useState } from 'preact/hooks';
import { say } from '../texts/say.ts';

/* TypeScript's DOM types know neither torch nor zoom. */

type Capabilities = MediaTrackCapabilities & {
  torch?: boolean;
  zoom?: { min: number; max: number; step?: number };
};
type Setting = { torch?: boolean; zoom?: number };

/** Gives false where the camera refuses; it stays as it is. */
const apply = (track: MediaStreamTrack, setting: Setting): Promise<boolean> =>
  track.applyConstraints({ advanced: [setting as MediaTrackConstraintSet] }).then(
    () => true,
    () => false,
  );

export const CameraControls = ({ track }: { track: MediaStreamTrack }) => {
  const { torch, zoom }: Capabilities = track.getCapabilities?.() ?? {};
  // An earlier screen may have left the torch of the live picture on.
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
