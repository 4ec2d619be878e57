import type { Branding, UpdateBrandingBody } from '@field-inspection/sdk';
import { changedFields } from '../fields/changed-fields.ts';

/** The fields of the form, as they were typed. */
export type TypedBrand = Record<
  'display_name' | 'sender_name' | 'footer' | 'imprint_url' | 'privacy_url' | 'primary' | 'background',
  string
>;

export const fillBrand = (branding: Branding): TypedBrand => ({
  display_name: branding.display_name,
  sender_name: branding.sender_name,
  footer: branding.footer,
  imprint_url: branding.imprint_url ?? '',
  privacy_url: branding.privacy_url ?? '',
  primary: branding.colours.primary ?? '',
  background: branding.colours.background ?? '',
});

/** An empty address or colour is none of the organisation's own. */
export const composeBranding = (typed: TypedBrand, before: Branding): UpdateBrandingBody => {
  const changed = changedFields(typed, fillBrand(before));
  const { primary, background, imprint_url: imprint, privacy_url: privacy, ...texts } = changed;
  const colours = {
    ...(primary !== undefined && { primary: primary || null }),
    ...(background !== undefined && { background: background || null }),
  };
  return {
    ...texts,
    ...(imprint !== undefined && { imprint_url: imprint || null }),
    ...(privacy !== undefined && { privacy_url: privacy || null }),
    ...(Object.keys(colours).length > 0 && { colours }),
  };
};
