import type { LocaleCode } from '@field-inspection/contract';
import { chooseText } from '@field-inspection/rules';
import { readShots } from '../../sessions/exports/session-view.ts';
import type { Arrangement } from './arrange-pieces.ts';
import type { PieceRow, ReportRows } from './read-report-rows.ts';
import type { ReportShot } from './report-input.ts';

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
