import type { Branding } from '@field-inspection/sdk';
import { expect, it } from 'vitest';
import { composeBranding, fillBrand } from './compose-branding.ts';

const before: Branding = {
  display_name: 'Acme',
  sender_name: '',
  footer: '',
  imprint_url: 'https://example.com/imprint',
  privacy_url: null,
  colours: { primary: '#0b5cad', background: null },
  logo: null,
  domain: null,
  version: 3,
  updated_at: null,
};

it('a change of the branding has what was typed anew, and nothing else', () => {
  const typed = fillBrand(before);
  expect(composeBranding(typed, before)).toEqual({});
  expect(composeBranding({ ...typed, footer: 'Acme Ltd', background: '#eef1f6' }, before)).toEqual({
    footer: 'Acme Ltd',
    colours: { background: '#eef1f6' },
  });
});

it('an emptied address or colour goes back to none', () => {
  const typed = { ...fillBrand(before), imprint_url: '', primary: '' };
  expect(composeBranding(typed, before)).toEqual({ imprint_url: null, colours: { primary: null } });
});
