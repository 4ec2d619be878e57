import type { Branding } from '@field-inspection/sdk';
import { TOKENS } from '@field-inspection/ui/tokens';
import type { CSSProperties } from 'react';
import { useMe } from '../service/me.ts';
import { write } from '../words/words.ts';
import type { TypedBrand } from './compose-branding.ts';

/** Draws what an invited person sees. The page's policy would refuse the styles of a whole e-mail. */
export const BrandLook = ({ typed, logo }: { typed: TypedBrand; logo: Branding['logo'] }) => {
  const { organisation_name: organisation } = useMe();
  const colours = {
    '--accent': typed.primary || TOKENS.light.accent,
    '--accent-hover': typed.primary || TOKENS.light.accent,
    '--back': typed.background || TOKENS.light.back,
  } as CSSProperties;
  const name = typed.display_name || organisation;
  return (
    <div className="look" style={colours}>
      <div className="look-page">
        {logo ? <img className="brand-logo" src={logo.url} alt={name} /> : null}
        <p className="organisation" dir="auto">
          {name}
        </p>
        <p className="text">{write('branding.invitation')}</p>
        <span className="button">{write('branding.begin')}</span>
        {typed.footer && (
          <p className="look-footer" dir="auto">
            {typed.footer}
          </p>
        )}
      </div>
    </div>
  );
};
