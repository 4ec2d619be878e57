import { createHash } from 'node:crypto';
import type { Html } from '../../../http/pages/html.ts';
import type { Brand } from './describe-brand.ts';
import { lightenColour } from './lighten-colour.ts';

/** The style with an organisation's colours, and its source in the page's policy: the hash of its text. */
export type BrandStyle = { element: Html; source: string };

const HEX = /^#[0-9a-f]{6}$/;

/** Renders the style; undefined if the organisation has no colours. Invalid colours are left out. */
export const renderBrandStyle = ({ primary, background }: Brand): BrandStyle | undefined => {
  const colours = {
    '--brand-accent': primary,
    '--brand-accent-dark': primary === null ? null : lightenColour(primary),
    '--brand-back': background,
  };
  const rules = Object.entries(colours).filter(([, colour]) => colour !== null && HEX.test(colour));
  if (rules.length === 0) return undefined;
  const css = `:root{${rules.map(([name, colour]) => `${name}:${colour}`).join(';')}}`;
  const hash = createHash('sha256').update(css).digest('base64');
  return { element: { markup: `<style>${css}</style>` }, source: `'sha256-${hash}'` };
};
