import type { ReportVariant } from '../input/report-input.ts';

/** As far as its place on a page depends on it. `ratio` is width by height; null where no picture is shown. */
export type Sized = { ratio: number | null };

/** A photo with what was drawn on it, and what was found on it; each is empty where there is nothing. */
export type Group<Figure extends Sized, Finding> = {
  photo: Figure;
  drawings: Figure[];
  /** It stands beside the photo; one with too many letters under it, as wide as the page. */
  finding: { letters: number; beside: Finding; under: Finding } | null;
};

type Placed = { width: number; height: number };

/** Millimetres. What was drawn stands large in `lead`, with the photo as it was taken beside it. */
export type Row<Figure, Finding> = {
  lead: (Placed & { figure: Figure; side: Figure | null; finding: Finding | null }) | null;
  figures: (Placed & { figure: Figure })[];
  below: Finding[];
};

/** A page's size, as in the template. */
const WIDTH = 174;
const GUTTER = 6;

/** A row takes at most a third of a page, so that a page from which a row moves on is two thirds full. */
const FORMS = {
  full: { height: 64, most: 4 },
  contact_sheet: { height: 52, most: 4 },
} as const;
const LEAD = { width: 112, height: 70 };
/** A single photo then stands on the first page. */
const LONE_HEIGHT = 54;

/** A caption needs some width, and a panorama is no line. */
const RATIOS = { least: 0.6, most: 2.8, unknown: 4 / 3 };

/**
 * A photo with a finding or a drawing has a row of its own, large. The others stand in rows as wide as the page, each
 * as wide as it is, in their order: a row that a large one comes between is filled by those after it.
 */
export const arrangeFigures = <Figure extends Sized, Finding>(
  groups: Group<Figure, Finding>[],
  layout: ReportVariant['photos'],
): Row<Figure, Finding>[] => {
  const rows: Row<Figure, Finding>[] = [];
  let open: Figure[] = [];
  let since = 0;
  const close = (): void => {
    if (open.length > 0) rows.push(fillRow(open, layout));
    open = [];
    since = 0;
  };
  const add = (figure: Figure): void => {
    if (!fits(open, figure, layout)) close();
    open.push(figure);
    if (isFull(open, layout)) close();
  };
  for (const group of groups) {
    const { photo, drawings, finding } = group;
    if (finding === null && drawings.length === 0) add(photo);
    else {
      rows.push(leadRow(group, groups.length === 1 ? LONE_HEIGHT : LEAD.height));
      if (open.length > 0 && (since += 1) > LOOK_BACK) close();
    }
  }
  close();
  return rows;
};

/** Large rows for which one that is not full waits, so that a photo stands near its number. */
const LOOK_BACK = 3;

const leadRow = <Figure extends Sized, Finding>(
  { photo, drawings: [drawing, ...more], finding }: Group<Figure, Finding>,
  heightMax: number,
): Row<Figure, Finding> => {
  const figure = drawing ?? photo;
  const side = drawing ? photo : null;
  const height = Math.min(heightMax, LEAD.width / ratioOf(figure));
  const width = height * ratioOf(figure);
  const lettersMax = (WIDTH - GUTTER - width) * LETTERS[side ? 'drawn' : 'plain'];
  const isBeside = finding !== null && finding.letters <= lettersMax;
  return {
    lead: { figure, side, finding: isBeside ? finding.beside : null, ...roundAll({ width, height }) },
    figures: more.length > 0 ? fillRow(more, 'full').figures : [],
    below: finding && !isBeside ? [finding.under] : [],
  };
};

/** For each millimetre of width, without making the row higher than the picture and its caption. */
const LETTERS = { plain: 9, drawn: 2.4 } as const;

const fillRow = <Figure extends Sized>(
  figures: Figure[],
  layout: ReportVariant['photos'],
): Row<Figure, never> => {
  const height = Math.min(FORMS[layout].height, heightOf(figures));
  return {
    lead: null,
    figures: figures.map((figure) => ({ figure, ...roundAll({ width: height * ratioOf(figure), height }) })),
    below: [],
  };
};

/** The height at which they are as wide as the page. */
const heightOf = (figures: Sized[]): number =>
  (WIDTH - GUTTER * (figures.length - 1)) / figures.reduce((sum, figure) => sum + ratioOf(figure), 0);

const isFull = (figures: Sized[], layout: ReportVariant['photos']): boolean =>
  figures.length === FORMS[layout].most || heightOf(figures) <= FORMS[layout].height;

/** Not beside a panorama that would make all of them small. */
const fits = (figures: Sized[], figure: Sized, layout: ReportVariant['photos']): boolean =>
  figures.length === 0 || heightOf([...figures, figure]) > FORMS[layout].height * SMALLEST;

const SMALLEST = 0.6;

const ratioOf = ({ ratio }: Sized): number =>
  Math.min(RATIOS.most, Math.max(RATIOS.least, ratio ?? RATIOS.unknown));

const roundAll = ({ width, height }: Placed): Placed => ({ width: round(width), height: round(height) });

// Down, or a row is a hair wider than its page.
const round = (value: number): number => Math.floor(value * 100) / 100;
