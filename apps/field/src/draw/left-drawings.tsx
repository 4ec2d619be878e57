import { useEffect, useRef, useState } from 'preact/hooks';
import { StrokeView } from './stroke-view.tsx';
import { useObjectUrl } from '../parts/use-object-url.ts';
import { nameFile } from '../queue/name-file.ts';
import '../queue/queue.css';
import type { Shelf, ShelfOwner } from '../queue/shelf/open-shelf.ts';
import type { Reason } from '../queue/shelf/queue-item.ts';
import { useShelf } from '../queue/use-shelf.ts';
import type { LeftDrawing } from '../service/kept-session.ts';
import { saveFile } from '../service/save-file.ts';
import { say } from '../texts/say.ts';
import { drawPicture } from './draw-picture.ts';

export type LeftDrawingsProps = {
  owner: ShelfOwner;
  /** Why nothing more is sent. */
  reason: Reason;
  drawings: readonly LeftDrawing[];
};

/** What was drawn and not sent, for the person to save: the tab is all that still has it. */
export const LeftDrawings = ({ owner, reason, drawings }: LeftDrawingsProps) => {
  const shelf = useShelf(owner);
  return (
    <section class="queue">
      <p role="alert">{say('field.queue.drawings', { count: drawings.length })}</p>
      <ol>
        {drawings.map((drawing) => (
          <Entry key={drawing.name} drawing={drawing} reason={reason} shelf={shelf} />
        ))}
      </ol>
    </section>
  );
};

type EntryProps = { drawing: LeftDrawing; reason: Reason; shelf: Shelf | undefined };

const Entry = ({ drawing, reason, shelf }: EntryProps) => {
  const picture = useRef<SVGSVGElement>(null);
  const photo = usePhoto(drawing, shelf);
  const url = useObjectUrl(photo);
  const name = say('field.queue.drawing');
  const { width, height, strokes } = drawing.sketch;
  const save = async () => {
    const file = await drawPicture(picture.current!, photo);
    saveFile(nameFile(name, file.type), file);
  };
  return (
    <li>
      <div class="queue-picture">
        <svg ref={picture} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name}>
          <rect width={width} height={height} fill={isOnPhoto(drawing) ? BENEATH_PHOTO : PAPER} />
          {url && <image href={url} width={width} height={height} preserveAspectRatio="none" />}
          {strokes.map((stroke, index) => (
            <StrokeView key={index} stroke={stroke} />
          ))}
        </svg>
      </div>
      <div>
        <h2>{name}</h2>
        <p>{say(`field.queue.reason_${reason}`)}</p>
        <div class="queue-ways">
          <button type="button" onClick={() => void save()}>
            {say('field.camera.save_file')}
          </button>
        </div>
      </div>
    </li>
  );
};

const PAPER = '#ffffff';
/** Each colour is seen on it. */
const BENEATH_PHOTO = '#9aa3b2';

/** A drawing on a photo has its hash as its name. */
const isOnPhoto = ({ name }: LeftDrawing): boolean => /^[0-9a-f]{64}$/.test(name);

/** The photo that it is on, while the device has it. */
const usePhoto = ({ name }: LeftDrawing, shelf: Shelf | undefined): Blob | undefined => {
  const [photo, setPhoto] = useState<Blob>();
  const item = shelf?.kept.value.find(({ sha256 }) => sha256 === name);
  useEffect(() => {
    let isOver = false;
    if (item) void shelf!.readContent(item.id).then((found) => isOver || setPhoto(found));
    return () => {
      isOver = true;
    };
  }, [item?.id]);
  return photo;
};
