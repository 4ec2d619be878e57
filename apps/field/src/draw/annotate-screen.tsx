import type { Evidence } from '@field-inspection/contract';
import { fitCanvas } from '@field-inspection/drawing';
import { useEffect, useState } from 'preact/hooks';
import { useObjectUrl } from '../parts/use-object-url.ts';
import type { Inspection } from '../inspection.ts';
import { hashBytes } from '../queue/hash-bytes.ts';
import type { Queue } from '../queue/queue.ts';
import { say } from '../texts/say.ts';
import { Board } from './board.tsx';
import { PHOTO_COLORS } from './colors.ts';
import './draw.css';
import { Title } from './title.tsx';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';
import { WaysOn } from './ways-on.tsx';

export type AnnotateScreenProps = {
  inspection: Pick<Inspection, 'sessionId' | 'fieldToken'>;
  queue: Pick<Queue, 'items'>;
  /** The photo, as it was handed to the queue. */
  picture: Blob;
  onDone: () => void;
};

/** Draws on a photo that was just taken. The drawing is sent once the photo is stored. */
export const AnnotateScreen = ({ picture, ...props }: AnnotateScreenProps) => {
  const opened = useOpened(picture);
  return (
    <section class="draw">
      <Title>{say('field.draw.annotate_heading')}</Title>
      {opened && <Annotation key={opened.sha256} {...props} {...opened} />}
    </section>
  );
};

type Opened = { url: string; sha256: string; canvas: { width: number; height: number } };

const Annotation = ({
  inspection,
  queue,
  url,
  sha256,
  canvas,
  onDone,
}: Omit<AnnotateScreenProps, 'picture'> & Opened) => {
  const draft = useDraft(inspection.sessionId, sha256, canvas);
  const { state, send } = useSending(inspection);
  const [isWanted, setWanted] = useState(false);
  const item = queue.items.value.find((each) => each.sha256 === sha256);
  const photo = item?.receipt?.evidenceId;
  const store = async (evidence: string) => {
    setWanted(false);
    const { sketch: drawing, key } = draft.read();
    const body = { evidence, drawing };
    const sent = await send<Evidence>({ method: 'POST', path: 'annotations', body, key });
    if (sent.isSent) draft.forget();
  };
  useEffect(() => {
    if (isWanted && photo) void store(photo);
  }, [isWanted, photo]);
  const words = () => {
    const reason = item?.state === 'refused' ? (item.reason ?? 'invalid') : undefined;
    if (reason) return say(`field.queue.reason_${reason}`);
    return isWanted && !photo ? say('field.draw.waits') : undefined;
  };
  return (
    <>
      {state !== 'sent' && (
        // What is sent is what is seen.
        <div class="draw-board" inert={state === 'sending'}>
          <Board draft={draft} colors={PHOTO_COLORS} picture={url} />
        </div>
      )}
      <WaysOn
        state={state}
        words={words()}
        sendWords={say('field.draw.send')}
        isEmpty={draft.sketch.strokes.length === 0}
        isDone={state === 'sent'}
        onSend={() => setWanted(true)}
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
