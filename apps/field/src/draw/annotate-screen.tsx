import { fitCanvas } from '@field-inspection/drawing';
import { useEffect, useState } from 'preact/hooks';
import { Heading } from '@field-inspection/ui';
import type { DrawingProps } from '../parts/draw-on.tsx';
import { useObjectUrl } from '../parts/use-object-url.ts';
import { hashBytes } from '../queue/hash-bytes.ts';
import { say } from '../texts/say.ts';
import { Board } from './board.tsx';
import { PHOTO_COLORS } from './colors.ts';
import './draw.css';
import { isPassing } from './judge-drawing.ts';
import type { Drawings } from './open-drawings.ts';
import { useDraft } from './use-draft.ts';
import { WaysOn } from './ways-on.tsx';

export type AnnotateScreenProps = DrawingProps & { drawings: Drawings };

export const AnnotateScreen = ({ picture, ...props }: AnnotateScreenProps) => {
  const opened = useOpened(picture);
  return (
    <section class="part draw draw-whole">
      <Heading>{say('field.draw.annotate_heading')}</Heading>
      {opened && <Annotation key={opened.sha256} {...props} {...opened} />}
    </section>
  );
};

type Opened = { url: string; sha256: string; canvas: { width: number; height: number } };

const Annotation = ({
  inspection,
  drawings,
  url,
  sha256,
  canvas,
  onDone,
}: Omit<AnnotateScreenProps, 'picture'> & Opened) => {
  const draft = useDraft(inspection, sha256, canvas);
  const state = drawings.stateOf(sha256);
  useEffect(() => () => drawings.leave(sha256), []);
  const isOnItsWay = state === 'waiting' || state === 'sending' || isPassing(state);
  const send = () => {
    if (!isPassing(state)) draft.finish();
    drawings.send(sha256);
  };
  return (
    <>
      {state !== 'sent' && (
        // No stroke is added while a drawing is on its way: the person sees what was sent.
        <div class="draw-board" inert={isOnItsWay}>
          <Board draft={draft} colors={PHOTO_COLORS} picture={url} />
        </div>
      )}
      <WaysOn
        state={state}
        sendWords={say('field.draw.send')}
        isEmpty={draft.sketch.strokes.length === 0}
        isDone={state === 'sent' || state === 'waiting'}
        onSend={send}
        onDone={onDone}
      />
    </>
  );
};

const useOpened = (picture: Blob): Opened | undefined => {
  const url = useObjectUrl(picture);
  const [read, setRead] = useState<Omit<Opened, 'url'>>();
  useEffect(() => {
    let isOver = false;
    void readPicture(picture).then((known) => isOver || setRead(known));
    return () => {
      isOver = true;
    };
  }, [picture]);
  return url && read ? { url, ...read } : undefined;
};

const readPicture = async (picture: Blob): Promise<Omit<Opened, 'url'>> => {
  const [bytes, bitmap] = await Promise.all([picture.arrayBuffer(), createImageBitmap(picture)]);
  const canvas = fitCanvas(bitmap);
  bitmap.close();
  return { sha256: await hashBytes(bytes), canvas };
};
