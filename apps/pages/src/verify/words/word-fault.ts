import type { EvidenceFault, ReportFault } from '@field-inspection/evidence';
import { FAULT_REASONS } from './fault-reasons.ts';
import type { Finding } from './finding.ts';
import { showValue, writeText, type Language } from './write-text.ts';

/** The first bad place and why it is bad, in words; null when there is none. */
export const wordFault = (
  language: Language,
  fault: EvidenceFault | ReportFault | null,
): Finding['fault'] => {
  if (!fault) return null;
  const { place, code } = fault;
  return { place: wordPlace(language, place), reason: writeText(language, FAULT_REASONS[code]), code };
};

const WHOLE = ['bundle.zip', 'report.pdf'];

const NUMBERED = [
  { pattern: /^chain\.jsonl, entry (\d+)$/, key: 'place.entry' },
  { pattern: /^addenda\.jsonl, entry (\d+)$/, key: 'place.addendum' },
  { pattern: /^revision (\d+)$/, key: 'place.revision' },
  { pattern: /^signature (\d+)$/, key: 'place.signature' },
  { pattern: /^signature (\d+), timestamp$/, key: 'place.timestamp' },
] as const;

// Any other place is the name of a file in the bundle.
const wordPlace = (language: Language, place: string): string => {
  if (WHOLE.includes(place)) return writeText(language, 'place.whole');
  for (const { pattern, key } of NUMBERED) {
    const number = pattern.exec(place)?.[1];
    if (number !== undefined) return writeText(language, key, { number });
  }
  return showValue(place);
};
