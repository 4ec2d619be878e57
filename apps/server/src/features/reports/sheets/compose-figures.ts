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

export type Figure = {
  title: string;
  detail: string;
  line: string;
  picture: PlacedPicture | null;
  missing: string;
  /** Under the caption, where it is short. */
  finding: Finding | null;
};

export type Finding = { label: string; text: string; said: string };

/** `columns` share the whole width; `below` has the findings that are too long for a caption. */
export type FigureRow = { columns: number; figures: Figure[]; below: Finding[] };

type Group = { figures: Figure[]; below: Finding[] };

export const composePhotos = (input: ReportInput, words: Words, pictures: PlacedPictures) => {
  const layout = input.variant.photos;
  const groups = input.photos.map((photo, index) =>
    groupPhoto(photo, { title: titlePhoto(input, words, index), number: index + 1, layout, words, pictures }),
  );
  return {
    heading: words.say('section.photos'),
    intro: groups.length > 0 ? '' : words.say('photos.none'),
    layout,
    rows: arrangeRows(groups, layout),
  };
};

export const composeWhiteboards = (input: ReportInput, words: Words, pictures: PlacedPictures) => {
  if (input.whiteboards.length === 0) return null;
  const layout = input.variant.photos;
  const groups = input.whiteboards.map((board, index): Group => {
    const version = words
      .say('whiteboard.version', { version: words.number(board.version) })
      .replaceAll(' ', '\u00a0');
    const figure = {
      ...describePiece(board, { words, pictures }),
      title: words.say('whiteboard.number', { number: words.number(index + 1) }),
      detail: [showLine(board.title), version].filter(Boolean).join(' · '),
      finding: null,
    };
    return { figures: [figure], below: [] };
  });
  return { heading: words.say('section.whiteboards'), intro: '', layout, rows: arrangeRows(groups, layout) };
};

/** The photos with a finding, for the first page: each in short, since its whole text stands beside the photo. */
export const composeFindings = (input: ReportInput, words: Words) => {
  const rows = input.photos.flatMap(({ finding }, index) =>
    finding ? [{ ...titlePhoto(input, words, index), text: showLine(finding.text, SHORT_LENGTH) }] : [],
  );
  return rows.length > 0 ? { heading: words.say('section.findings'), rows } : null;
};

const SHORT_LENGTH = 160;

/** By its number, and by the label of its shot: where nothing was asked for, by the slot as it was sent. */
const titlePhoto = ({ photos, shots }: ReportInput, words: Words, index: number) => {
  const { slot } = photos[index]!;
  const label = shots.find((shot) => shot.slot === slot)?.label ?? '';
  return {
    title: words.say('photo.number', { number: words.number(index + 1) }),
    detail: showLine(label, 120) || showLine(slot, 120),
  };
};

const describeFinding = ({ text, author, setAt }: ReportFinding, words: Words): Finding => ({
  label: words.say('label.finding'),
  text: showLine(text, FINDING_LENGTH),
  said: [showLine(author, 100), words.moment(setAt)].filter(Boolean).join(' · '),
});

const FINDING_LENGTH = 1000;

type Setting = { words: Words; pictures: PlacedPictures };

type Captioned = Setting & {
  title: Pick<Figure, 'title' | 'detail'>;
  number: number;
  layout: ReportInput['variant']['photos'];
};

const groupPhoto = (photo: ReportPhoto, { title, number, layout, ...setting }: Captioned): Group => {
  const { words } = setting;
  const finding = photo.finding && describeFinding(photo.finding, words);
  const isShort = finding !== null && finding.text.length <= CAPTION_LETTERS[layout];
  const annotations = photo.annotations.map((annotation, index): Figure => ({
    ...describePiece(annotation, setting),
    title: nameAnnotation({ number, annotation: index + 1 }, words),
    detail: '',
    finding: null,
  }));
  return {
    figures: [
      { ...describePiece(photo, setting), ...title, finding: isShort ? finding : null },
      ...annotations,
    ],
    below: finding && !isShort ? [{ ...finding, label: `${title.title} · ${finding.label}` }] : [],
  };
};

/** With more letters a row would take more than a third of a page. */
const CAPTION_LETTERS = { full: 160, contact_sheet: 220 } as const;

export const nameAnnotation = (
  { number, annotation }: { number: number; annotation: number },
  { say, number: show }: Words,
): string => say('photo.annotation', { number: show(number), annotation: show(annotation) });

const describePiece = (
  piece: { capturedAt: string | null; receivedAt: string } & PictureOwner,
  { words, pictures }: Setting,
) => ({
  line: sayTime(piece, words),
  picture: pictures.get(piece) ?? null,
  missing: words.say('picture.missing'),
});

const sayTime = (
  { capturedAt, receivedAt }: { capturedAt: string | null; receivedAt: string },
  { say, moment }: Words,
): string =>
  capturedAt
    ? say('picture.captured', { time: moment(capturedAt) })
    : say('picture.received', { time: moment(receivedAt) });

const COLUMNS = { full: 2, contact_sheet: 3 } as const;

/**
 * A photo and its drawings stay in one row. The next that fit fill the columns that are left, so that no cell in the
 * middle is empty; what stays incomplete comes last. More figures than a row has are a row of their own each time.
 */
const arrangeRows = (groups: Group[], layout: ReportInput['variant']['photos']): FigureRow[] => {
  const columns = COLUMNS[layout];
  const rows: Group[] = [];
  for (const group of groups.flatMap((each) => splitGroup(each, columns))) {
    const row = rows
      .slice(-LOOK_BACK)
      .find(({ figures }) => figures.length + group.figures.length <= columns);
    if (!row) rows.push({ figures: [...group.figures], below: [...group.below] });
    else {
      row.figures.push(...group.figures);
      row.below.push(...group.below);
    }
  }
  const isWhole = ({ figures }: Group): boolean => figures.length === columns;
  return [...rows.filter(isWhole), ...rows.filter((row) => !isWhole(row))].map((row) => ({
    ...row,
    // Two share the width of three. One alone is as large as elsewhere.
    columns: row.figures.length === 1 ? columns : row.figures.length,
  }));
};

/** Rows back to which a photo may go, so that its number stands near those beside it. */
const LOOK_BACK = 3;

const splitGroup = ({ figures, below }: Group, columns: number): Group[] => {
  const parts: Group[] = [];
  for (let at = 0; at < figures.length; at += columns) {
    parts.push({ figures: figures.slice(at, at + columns), below: [] });
  }
  parts.at(-1)!.below = below;
  return parts;
};

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
