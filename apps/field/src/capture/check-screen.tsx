import { useEffect, useRef, useState } from 'preact/hooks';
import { Spoken } from '@field-inspection/ui';
import { useObjectUrl } from '../parts/use-object-url.ts';
import { nameFile } from '../parts/save-file.ts';
import { StorageFullError } from '../queue/shelf/item-store.ts';
import type { TakenPhoto } from '../queue/shelf/queue-item.ts';
import { say } from '../texts/say.ts';
import { type Hint, judgePicture, type Luminance } from './judge-picture.ts';

export type CheckScreenProps = {
  photo: TakenPhoto;
  name: string;
  onUse: (photo: TakenPhoto, toDraw: boolean) => Promise<void>;
  onRetake: () => void;
  onConsent: () => void;
};

/** A picture that could not be kept stays on this screen: it is nowhere else. */
export const CheckScreen = ({ photo, name, onUse, onRetake, onConsent }: CheckScreenProps) => {
  const [state, setState] = useState<'asked' | 'busy' | 'full' | 'unkept'>('asked');
  const url = useObjectUrl(photo.blob);
  const hint = useHint(photo.blob);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const use = (toDraw: boolean) => {
    setState('busy');
    onUse(photo, toDraw).catch((error: unknown) =>
      setState(error instanceof StorageFullError ? 'full' : 'unkept'),
    );
  };
  const retake = () => {
    setState('busy');
    onRetake();
  };
  const isBusy = state === 'busy';
  const isUnkept = state === 'full' || state === 'unkept';
  return (
    <section class="capture-check coming">
      <header>
        <h1 class="heading" ref={heading} tabIndex={-1}>
          {say('field.camera.check_heading')}
        </h1>
        <button type="button" class="button capture-allowed" onClick={onConsent}>
          {say('field.home.allowed')}
        </button>
      </header>
      {/* WebKitGTK sometimes shows a large picture black when it decodes the picture asynchronously. */}
      {url && <img src={url} alt={name} decoding="sync" />}
      <Spoken>{hint && !isUnkept ? say(`field.camera.${hint}`) : ''}</Spoken>
      {isUnkept && <p role="alert">{say(`field.camera.${state}`)}</p>}
      <div class="capture-answers">
        <button type="button" class="button" onClick={retake} disabled={isBusy}>
          {say('field.camera.retake')}
        </button>
        {isUnkept && url && (
          <a href={url} download={nameFile(name, photo.blob.type)}>
            {say('field.camera.save_file')}
          </a>
        )}
        {!isUnkept && (
          <button type="button" class="button" onClick={() => use(true)} disabled={isBusy}>
            {say('field.camera.draw')}
          </button>
        )}
        <button type="button" class="button capture-main" onClick={() => use(false)} disabled={isBusy}>
          {isUnkept ? say('field.refused.retry') : say('field.camera.use')}
        </button>
      </div>
    </section>
  );
};

const useHint = (picture: Blob): Hint | undefined => {
  const [hint, setHint] = useState<Hint>();
  useEffect(() => {
    let isOver = false;
    setHint(undefined);
    readLuminance(picture).then(
      (luminance) => isOver || setHint(judgePicture(luminance)),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [picture]);
  return hint;
};

const WIDTH = 384;

const readLuminance = async (picture: Blob): Promise<Luminance> => {
  const bitmap = await createImageBitmap(picture);
  const width = Math.min(WIDTH, bitmap.width);
  const height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const drawing = canvas.getContext('2d', { willReadFrequently: true })!;
  drawing.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = drawing.getImageData(0, 0, width, height);
  const values = new Uint8Array(width * height);
  for (let index = 0; index < values.length; index++) {
    const [red, green, blue] = [data[index * 4]!, data[index * 4 + 1]!, data[index * 4 + 2]!];
    // Weights of the colours by Rec. 709.
    values[index] = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  return { width, height, values };
};
