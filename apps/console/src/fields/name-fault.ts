import type { TextKey } from '../words/words.ts';

type Faults = Pick<
  ValidityState,
  'valueMissing' | 'typeMismatch' | 'rangeUnderflow' | 'rangeOverflow' | 'badInput'
>;

/** Names the text for what a browser finds wrong with a field: the words of the browser are in its own language. */
export const nameFault = (faults: Faults, type: string): TextKey => {
  if (faults.badInput && type === 'number') return 'field.between';
  if (faults.valueMissing) return 'field.missing';
  if (faults.typeMismatch) return type === 'email' ? 'field.no_email' : 'field.no_url';
  if (faults.rangeUnderflow || faults.rangeOverflow) return 'field.between';
  return 'field.wrong';
};
