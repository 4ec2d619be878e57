import type { EvidenceVerdict, ReportVerdict } from '../../evidence.ts';

/** The verdict as the first line shows it: one that sounds like a fault, and is none, with what it means. */
export function nameVerdict(verdict: (EvidenceVerdict | ReportVerdict)['verdict']): string {
  const isDoubt = verdict === 'untrusted' || verdict === 'intact';
  const meaning = isDoubt ? ' (nothing is wrong, but nobody whom you trust vouches for it)' : '';
  return verdict.toUpperCase() + meaning;
}
