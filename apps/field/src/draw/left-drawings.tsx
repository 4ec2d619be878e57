import { Button } from '@field-inspection/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { kindOf, nameDrawing } from '../parts/name-pieces.ts';
import { useObjectUrl } from '../parts/use-object-url.ts';
import { nameFile, saveFile } from '../parts/save-file.ts';
import type { Shelf } from '../queue/shelf/open-shelf.ts';
import type { KeptItem, Reason } from '../queue/shelf/queue-item.ts';
import type { LeftDrawing } from '../service/kept-session.ts';
import { say } from '../texts/say.ts';
import { StrokeView } from './stroke-view.tsx';
import '../queue/queue.css';

export type LeftDrawingsProps = {
  shelf: Shelf;
  reason: Reason;
  drawings: readonly LeftDrawing[];
  onSaved: (name: string) => void;
};

export const LeftDrawings = ({ shelf, reason, drawings, onSaved }: LeftDrawingsProps) => (
  <section class="part queue">
    <p class="text" role="alert">
      {say('field.queue.drawings', { count: drawings.length })}
    </p>
    <ol>
      {drawings.map((drawing) => (
        <Entry key={drawing.name} {...{ drawing, reason, shelf }} onSaved={() => onSaved(drawing.name)} />
      ))}
    </ol>
  </section>
);

type EntryProps = { drawing: LeftDrawing; reason: Reason; shelf: Shelf; onSaved: () => void };

const Entry = ({ drawing, reason, shelf, onSaved }: EntryProps) => {
  const picture = useRef<SVGSVGElement>(null);
  const item = shelf.kept.value.find(({ kind, sha256 }) => kind === 'photo' && sha256 === drawing.name);
  const photo = useContent(item, shelf);
  const url = useObjectUrl(photo);
  const kind = kindOf(drawing.name);
  const name = nameDrawing(kind, item?.label ?? item?.slot);
  const { width, height, strokes } = drawing.sketch;
  const save = async () => {
    const file = await drawPicture(picture.current!, photo);
    saveFile(nameFile(name, file.type), file);
    onSaved();
  };
  return (
    <li>
      <div class="queue-picture">
        <svg ref={picture} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name}>
          <rect width={width} height={height} fill={kind === 'annotation' ? BENEATH_PHOTO : PAPER} />
          {url && <image href={url} width={width} height={height} preserveAspectRatio="none" />}
          {strokes.map((stroke, index) => (
            <StrokeView key={index} stroke={stroke} isOnPhoto={kind === 'annotation'} />
          ))}
        </svg>
      </div>
      <div>
        <h2 class="subheading" dir="auto">
          {name}
        </h2>
        <p class="text">{say(`field.queue.reason_${reason}`)}</p>
        <div class="queue-ways">
          <Button onTap={() => void save()}>{say('field.camera.save_file')}</Button>
        </div>
      </div>
    </li>
  );
};

const PAPER = '#ffffff';
/** Grey on which every drawing colour can be seen. */
const BENEATH_PHOTO = '#9aa3b2';

const useContent = (item: KeptItem | undefined, shelf: Shelf): Blob | undefined => {
  const [photo, setPhoto] = useState<Blob>();
  useEffect(() => {
    let isOver = false;
    if (item) void shelf.readContent(item.id).then((found) => isOver || setPhoto(found));
    return () => {
      isOver = true;
    };
  }, [item?.id]);
  return photo;
};

/** Pixels of the picture's longer side. */
const LONGER = 2400;

const drawPicture = async (shown: SVGSVGElement, photo: Blob | undefined): Promise<Blob> => {
  const svg = shown.cloneNode(true) as SVGSVGElement;
  const { width, height } = shown.viewBox.baseVal;
  const scale = LONGER / Math.max(width, height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  for (const [side, pixels] of Object.entries(size)) svg.setAttribute(side, String(pixels));
  // Some browsers leave out an SVG's images, so the photo is drawn separately.
  if (photo) for (const below of svg.querySelectorAll('rect, image')) below.remove();
  const file = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d')!;
  if (photo) context.drawImage(await createImageBitmap(photo), 0, 0, size.width, size.height);
  context.drawImage(await openPicture(file), 0, 0, size.width, size.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the browser made no picture')))),
  );
};

const openPicture = async (file: Blob): Promise<HTMLImageElement> => {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  await picture.decode().finally(() => URL.revokeObjectURL(picture.src));
  return picture;
};
