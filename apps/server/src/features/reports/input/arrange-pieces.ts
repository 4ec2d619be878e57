import { type EntryRow, type PieceRow, readText, type ReportRows } from './read-report-rows.ts';

/** The evidence of a session in the order of its chain, and the number that each piece has in the report. */
export type Arrangement = {
  photos: { row: PieceRow; annotations: PieceRow[] }[];
  /** The last version of each. */
  whiteboards: PieceRow[];
  recordings: PieceRow[];
  numbers: ReadonlyMap<string, string>;
};

/** Arranges pieces by their entries in the chain. Devices' clocks differ; the chain's order is the service's. */
export const arrangePieces = ({ evidence, marks }: Pick<ReportRows, 'evidence' | 'marks'>): Arrangement => {
  const rows = inOrder(evidence, marks);
  const annotations = Map.groupBy(
    rows.filter(({ kind }) => kind === 'annotation'),
    ({ annotates }) => annotates,
  );
  const photos = rows
    .filter(({ kind }) => kind === 'photo')
    .map((row) => ({ row, annotations: annotations.get(row.id) ?? [] }));
  const boards = [
    ...Map.groupBy(
      rows.filter(({ kind }) => kind === 'whiteboard'),
      ({ whiteboard_id }) => whiteboard_id,
    ).values(),
  ];
  const recordings = rows.filter(({ kind }) => kind === 'recording' || kind === 'clip');
  return {
    photos,
    whiteboards: boards.map((versions) => versions.at(-1)!),
    recordings,
    numbers: new Map([
      ...photos.flatMap(({ row, annotations: over }, index): [string, string][] => [
        [row.id, `${index + 1}`],
        ...over.map(({ id }, at): [string, string] => [id, `${index + 1}.${at + 1}`]),
      ]),
      ...boards.flatMap((versions, index) =>
        versions.map(({ id }): [string, string] => [id, `${index + 1}`]),
      ),
      ...recordings.map(({ id }, index): [string, string] => [id, `${index + 1}`]),
    ]),
  };
};

const inOrder = (evidence: PieceRow[], marks: EntryRow[]): PieceRow[] => {
  const byId = new Map(evidence.map((row) => [row.id, row]));
  return marks
    .filter(({ kind }) => kind === 'evidence.captured')
    .flatMap(({ payload }) => byId.get(readText(payload, 'evidence_id')) ?? []);
};
