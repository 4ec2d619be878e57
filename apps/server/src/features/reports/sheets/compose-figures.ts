import { showCode, showLine } from '../../../platform/fonts/show-text.ts';
import type {
  ReportAnnotation,
  ReportInput,
  ReportLocation,
  ReportPhoto,
  ReportPicture,
  ReportSignature,
  ReportWhiteboard,
} from '../input/report-input.ts';
import type { Words } from '../words/write-words.ts';

export type Figure = {
  title: string;
  detail: string;
  lines: string[];
  hash: string;
  picture: PlacedPicture | null;
  missing: string;
};

type Piece = { capturedAt: string | null; receivedAt: string; sha256: string };

export const composePhotos = (input: ReportInput, words: Words, pictures: PlacedPictures) => {
  const labels = new Map(input.shots.map(({ slot, label }) => [slot, label]));
  const figures = input.photos.flatMap((photo, index) => {
    const detail = showLine(labels.get(photo.slot) ?? '', 120) || showLine(photo.slot, 120);
    return describePhoto(photo, { number: index + 1, detail, words, pictures });
  });
  return {
    heading: words.say('section.photos'),
    intro:
      figures.length > 0
        ? `${words.say('photos.intro')} ${words.say('limit.device_time')}`
        : words.say('photos.none'),
    layout: input.variant.photos,
    rows: arrangeRows(figures, input.variant.photos),
  };
};

export const composeWhiteboards = (input: ReportInput, words: Words, pictures: PlacedPictures) => {
  if (input.whiteboards.length === 0) return null;
  const figures = input.whiteboards.map((board, index): Figure => ({
    ...describePiece(board, { words, pictures }),
    title: words.say('whiteboard.number', { number: words.number(index + 1) }),
    detail: [showLine(board.title), words.say('whiteboard.version', { version: words.number(board.version) })]
      .filter(Boolean)
      .join(' · '),
  }));
  return {
    heading: words.say('section.whiteboards'),
    layout: input.variant.photos,
    rows: arrangeRows(figures, input.variant.photos),
  };
};

type Setting = { words: Words; pictures: PlacedPictures };

const describePhoto = (
  photo: ReportPhoto,
  { number, detail, words, pictures }: Setting & { number: number; detail: string },
): Figure[] => {
  const shown = words.number(number);
  return [
    {
      ...describePiece(photo, { words, pictures, location: photo.location }),
      title: words.say('photo.number', { number: shown }),
      detail,
    },
    ...photo.annotations.map((annotation, index): Figure => ({
      ...describePiece(annotation, { words, pictures }),
      title: words.say('photo.annotation', { number: shown, annotation: words.number(index + 1) }),
      detail,
    })),
  ];
};

const describePiece = (
  piece: Piece & PictureOwner,
  { words, pictures, location = null }: Setting & { location?: ReportLocation | null },
) => ({
  lines: [
    piece.capturedAt ? words.say('picture.captured', { time: words.brief(piece.capturedAt) }) : '',
    words.say('picture.received', { time: words.brief(piece.receivedAt) }),
    location ? words.say('picture.place', { place: formatLocation(location) }) : '',
  ].filter(Boolean),
  hash: showCode(piece.sha256),
  picture: pictures.get(piece) ?? null,
  missing: words.say('picture.missing'),
});

/** The most width by height of a picture that stands beside another at the height of a row. */
const NARROW_MAX = 0.81;
const CONTACT_COLUMNS = 3;

const arrangeRows = (figures: Figure[], layout: ReportInput['variant']['photos']): Figure[][] => {
  const rows: Figure[][] = [];
  for (const figure of figures) {
    const last = rows.at(-1);
    if (last && fits(last, figure, layout)) last.push(figure);
    else rows.push([figure]);
  }
  return rows;
};

const fits = (row: Figure[], figure: Figure, layout: ReportInput['variant']['photos']): boolean => {
  if (layout === 'contact_sheet') return row.length < CONTACT_COLUMNS;
  return row.length === 1 && isNarrow(row[0]!) && isNarrow(figure);
};

const isNarrow = ({ picture }: Figure): boolean =>
  picture !== null && picture.width / picture.height <= NARROW_MAX;

/** As maps take it, in every locale. Six digits are 11 cm, more than any device knows. */
export const formatLocation = ({ lat, lon, accuracy }: ReportLocation): string => {
  const degrees = `${lat.toFixed(6)}, ${lon.toFixed(6)}`;
  return accuracy === null ? degrees : `${degrees} (±${Math.max(1, Math.round(accuracy))} m)`;
};

export type PictureOwner =
  ReportPhoto | ReportAnnotation | ReportWhiteboard | ReportSignature | ReportPicture;

/** `file` is the template's; the pixels are of the shown part and of the whole picture. */
export type PlacedPicture = {
  path: string;
  width: number;
  height: number;
  file: { width: number; height: number };
};

export type PlacedPictures = ReadonlyMap<PictureOwner, PlacedPicture>;
