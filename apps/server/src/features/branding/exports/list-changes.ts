import type { UpdateBrandingBody } from '@field-inspection/contract';
import type { z } from 'zod';
import type { BrandRow } from './describe-brand.ts';

/** Lists the columns that a change of the branding writes, without the domain. */
export const listChanges = ({
  colours,
  domain: _,
  ...words
}: z.output<typeof UpdateBrandingBody>): Partial<BrandRow> => {
  const named = { ...words, primary_colour: colours?.primary, background_colour: colours?.background };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
};
