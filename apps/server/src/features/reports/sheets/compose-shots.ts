import { showLine } from '../../../platform/fonts/show-text.ts';
import type { ReportInput, ReportShot } from '../input/report-input.ts';
import type { Words } from '../words/write-words.ts';

/** What the session asked for, and which evidence came of it; null where it asked for nothing. */
export const composeShots = ({ shots }: ReportInput, words: Words) => {
  const { say } = words;
  if (shots.length === 0) return null;
  return {
    heading: say('section.shots'),
    columns: [say('column.shot'), say('column.evidence')],
    rows: shots.map((shot) => ({
      label: showLine(shot.label, 200) || showLine(shot.slot),
      note: shot.required ? '' : say('shot.optional'),
      found: words.list(shot.evidence.map((piece) => nameEvidence(piece, words))),
      missing: say(shot.required ? 'shot.missing' : 'shot.none'),
      isMissing: shot.required && shot.evidence.length === 0,
    })),
  };
};

const nameEvidence = (
  { kind, number }: ReportShot['evidence'][number],
  { say, number: show }: Words,
): string => say(`${kind}.number`, { number: show(number) });
