import type { LocaleCode } from '@field-inspection/contract';
import { chooseText } from '@field-inspection/rules';
import { type EntryRow, type PieceRow, readText, type ReportRows } from './read-report-rows.ts';
import { readShots } from '../../sessions/exports/session-view.ts';
import type { ReportShot } from './report-input.ts';

export type Arrangement = {
  photos: { row: PieceRow; annotations: PieceRow[] }[];
  whiteboards: PieceRow[];
  recordings: PieceRow[];
  numbers: ReadonlyMap<string, string>;
};

/** Devices' clocks differ, so the order of the chain counts. */
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

export const listShots = (
  { session }: ReportRows,
  { photos, recordings }: Arrangement,
  locale: LocaleCode,
): ReportShot[] => {
  const pieces = [
    ...photos.map(({ row }, index) => ({ row, kind: 'photo' as const, number: index + 1 })),
    ...recordings.map((row, index) => ({ row, kind: 'recording' as const, number: index + 1 })),
  ].filter(({ row }) => isReady(row));
  return readShots(session).map(({ slot, label, required }) => ({
    slot,
    label: chooseText(label, locale),
    required,
    evidence: pieces.filter(({ row }) => row.slot === slot).map(({ kind, number }) => ({ kind, number })),
  }));
};

const isReady = ({ status }: PieceRow): boolean => status === 'ready';
