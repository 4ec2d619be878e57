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
};

export type Finding = { label: string; text: string; said: string };

/** A column of the grid, or several for what was found of the photo before it. */
export type Cell = { figure: Figure } | { finding: Finding; columns: number };

/** `below` is what was found of the photo whose pictures take the whole row. */
export type FigureRow = { cells: Cell[]; below: Finding | null };

type Group = { figures: Figure[]; finding: Finding | null };

export const composePhotos = (input: ReportInput, words: Words, pictures: PlacedPictures) => {
  const layout = input.variant.photos;
  const groups = input.photos.map((photo, index): Group => ({
    figures: describePhoto(photo, {
      title: titlePhoto(input, words, index),
      number: index + 1,
      words,
      pictures,
    }),
    finding: photo.finding && describeFinding(photo.finding, words),
  }));
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
    const version = words.say('whiteboard.version', { version: words.number(board.version) });
    const figure = {
      ...describePiece(board, { words, pictures }),
      title: words.say('whiteboard.number', { number: words.number(index + 1) }),
      detail: [showLine(board.title), version].filter(Boolean).join(' · '),
    };
    return { figures: [figure], finding: null };
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

const describePhoto = (
  photo: ReportPhoto,
  { title, number, ...setting }: Setting & { title: Pick<Figure, 'title' | 'detail'>; number: number },
): Figure[] => [
  { ...describePiece(photo, setting), ...title },
  ...photo.annotations.map((annotation, index): Figure => ({
    ...describePiece(annotation, setting),
    title: nameAnnotation({ number, annotation: index + 1 }, setting.words),
    detail: '',
  })),
];

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

/** Letters of a finding that one column of a contact sheet holds without growing beyond its picture. */
const COLUMN_LETTERS = 280;

/** A photo and its drawings stay in one row, in the order of the photos; others fill the columns that are left. */
const arrangeRows = (groups: Group[], layout: ReportInput['variant']['photos']): FigureRow[] => {
  const columns = COLUMNS[layout];
  const rows: FigureRow[] = [];
  let free = 0;
  for (const group of groups) {
    const cells = listCells(group, columns);
    if (!cells) {
      rows.push(...splitGroup(group, columns));
      free = 0;
      continue;
    }
    const taken = countColumns(cells);
    if (taken > free) rows.push({ cells: [], below: null });
    free = (taken > free ? columns : free) - taken;
    rows.at(-1)!.cells.push(...cells);
  }
  return rows.map((row) => stretchLast(row, columns));
};

/** Undefined for what a row has no room for. */
const listCells = ({ figures, finding }: Group, columns: number): Cell[] | undefined => {
  const needed = finding && finding.text.length > COLUMN_LETTERS ? columns - 1 : 1;
  const cells: Cell[] = figures.map((figure) => ({ figure }));
  if (finding) cells.push({ finding, columns: needed });
  return countColumns(cells) > columns ? undefined : cells;
};

const countColumns = (cells: Cell[]): number =>
  cells.reduce((sum, cell) => sum + ('finding' in cell ? cell.columns : 1), 0);

const splitGroup = ({ figures, finding }: Group, columns: number): FigureRow[] => {
  const rows: FigureRow[] = [];
  for (let at = 0; at < figures.length; at += columns) {
    rows.push({ cells: figures.slice(at, at + columns).map((figure) => ({ figure })), below: null });
  }
  rows.at(-1)!.below = finding;
  return rows;
};

/** A finding at the end of a row has all that is left of it. */
const stretchLast = ({ cells, below }: FigureRow, columns: number): FigureRow => {
  const last = cells.at(-1);
  if (!last || !('finding' in last)) return { cells, below };
  const free = columns - countColumns(cells);
  return { cells: [...cells.slice(0, -1), { ...last, columns: last.columns + free }], below };
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
