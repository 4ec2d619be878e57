import { showLine } from '../../../platform/fonts/show-text.ts';
import type {
  ReportAnnotation,
  ReportFinding,
  ReportInput,
  ReportLocation,
  ReportPhoto,
  ReportPicture,
  ReportSignature,
  ReportWhiteboard,
} from '../input/report-input.ts';
import type { Words } from '../words/write-words.ts';
import { arrangeFigures, type Group, type Row } from './arrange-figures.ts';

export type Figure = {
  title: string;
  detail: string;
  line: string;
  picture: PlacedPicture | null;
  /** Width by height. */
  ratio: number | null;
  missing: string;
};

export type Finding = { label: string; text: string; said: string };

export type FigureRow = Row<Figure, Finding>;

export const composePhotos = (input: ReportInput, words: Words, pictures: PlacedPictures) => {
  const layout = input.variant.photos;
  const groups = input.photos.map((photo, index) =>
    groupPhoto(photo, { title: titlePhoto(input, words, index), number: index + 1, words, pictures }),
  );
  return {
    heading: words.say('section.photos'),
    intro: groups.length > 0 ? '' : words.say('photos.none'),
    layout,
    rows: arrangeFigures(groups, layout),
  };
};

export const composeWhiteboards = (input: ReportInput, words: Words, pictures: PlacedPictures) => {
  if (input.whiteboards.length === 0) return null;
  const layout = input.variant.photos;
  const groups = input.whiteboards.map((board, index): Group<Figure, Finding> => {
    const version = words
      .say('whiteboard.version', { version: words.number(board.version) })
      .replaceAll(' ', '\u00a0');
    const figure = {
      ...describePiece(board, { words, pictures }),
      title: words.say('whiteboard.number', { number: words.number(index + 1) }),
      detail: [showLine(board.title), version].filter(Boolean).join(' · '),
    };
    return { photo: figure, drawings: [], finding: null };
  });
  return {
    heading: words.say('section.whiteboards'),
    intro: '',
    layout,
    rows: arrangeFigures(groups, layout),
  };
};

/**
 * The photos with a finding, for the first page: each in short, since its whole text stands beside the photo. Few photos
 * follow at once, so that nothing is said twice.
 */
export const composeFindings = (input: ReportInput, words: Words) => {
  if (input.photos.length <= FEW_PHOTOS) return null;
  const rows = input.photos.flatMap(({ finding }, index) =>
    finding ? [{ ...titlePhoto(input, words, index), text: showLine(finding.text, SHORT_LENGTH) }] : [],
  );
  return rows.length > 0 ? { heading: words.say('section.findings'), rows } : null;
};

const FEW_PHOTOS = 2;
const SHORT_LENGTH = 160;

/** By its number, and by the label of its shot: where it has none, by its slot as words. */
const titlePhoto = ({ photos, shots }: ReportInput, words: Words, index: number) => {
  const { slot } = photos[index]!;
  const label = shots.find((shot) => shot.slot === slot)?.label ?? '';
  return {
    title: words.say('photo.number', { number: words.number(index + 1) }),
    detail: showLine(label, 120) || showSlot(slot),
  };
};

/** Such as Roof north for roof_north. */
export const showSlot = (slot: string): string => {
  const words = showLine(slot.replaceAll(/[_-]+/g, ' '), 120).trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const describeFinding = ({ text, author, setAt }: ReportFinding, words: Words): Finding => ({
  label: words.say('label.finding'),
  text: showLine(text, FINDING_LENGTH),
  said: [showLine(author, 100), words.moment(setAt)].filter(Boolean).join(' · '),
});

const FINDING_LENGTH = 1000;

type Setting = { words: Words; pictures: PlacedPictures };

type Captioned = Setting & { title: Pick<Figure, 'title' | 'detail'>; number: number };

const groupPhoto = (photo: ReportPhoto, { title, number, ...setting }: Captioned): Group<Figure, Finding> => {
  const { words } = setting;
  const beside = photo.finding && describeFinding(photo.finding, words);
  const drawings = photo.annotations.map((annotation, index): Figure => ({
    ...describePiece(annotation, setting),
    title: nameAnnotation({ number, annotation: index + 1 }, words),
    detail: title.detail,
  }));
  return {
    photo: { ...describePiece(photo, setting), ...title },
    drawings,
    finding: beside && {
      letters: beside.text.length,
      beside,
      under: { ...beside, label: `${title.title} · ${beside.label}` },
    },
  };
};

export const nameAnnotation = (
  { number, annotation }: { number: number; annotation: number },
  { say, number: show }: Words,
): string => say('photo.annotation', { number: show(number), annotation: show(annotation) });

const describePiece = (
  piece: { capturedAt: string | null; receivedAt: string } & PictureOwner,
  { words, pictures }: Setting,
) => {
  const picture = pictures.get(piece) ?? null;
  const ratio = picture && picture.width / picture.height;
  return { line: sayTime(piece, words), picture, ratio, missing: words.say('picture.missing') };
};

const sayTime = (
  { capturedAt, receivedAt }: { capturedAt: string | null; receivedAt: string },
  { say, moment }: Words,
): string =>
  capturedAt
    ? say('picture.captured', { time: moment(capturedAt) })
    : say('picture.received', { time: moment(receivedAt) });

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
