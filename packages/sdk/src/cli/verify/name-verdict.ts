import type { EvidenceVerdict, ReportVerdict } from '../../evidence.ts';

/** A word that sounds like a fault, and is none, gets its meaning. */
export function nameVerdict(judged: EvidenceVerdict | ReportVerdict): string {
  const { verdict } = judged;
  if (verdict !== 'untrusted' && verdict !== 'intact') return verdict.toUpperCase();
  const isUnproven = 'unproven' in judged && judged.unproven > 0;
  const doubt = 'nothing is wrong, but nobody whom you trust vouches for it';
  return `${verdict.toUpperCase()} (${isUnproven ? 'withheld, not yet proven' : doubt})`;
}
