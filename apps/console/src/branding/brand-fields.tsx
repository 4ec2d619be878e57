import { TOKENS } from '@field-inspection/ui/tokens';
import { Field, Lines } from '../fields/field.tsx';
import { write } from '../words/words.ts';
import type { TypedBrand } from './compose-branding.ts';

const COLOUR = '#[0-9a-fA-F]{6}';

export const BrandFields = ({ before }: { before: TypedBrand }) => (
  <>
    <Field
      label={write('branding.display_name')}
      name="display_name"
      maxLength={200}
      defaultValue={before.display_name}
    />
    <Field
      label={write('branding.primary')}
      name="primary"
      pattern={COLOUR}
      placeholder={TOKENS.light.accent}
      defaultValue={before.primary}
    />
    <Field
      label={write('branding.background')}
      name="background"
      pattern={COLOUR}
      placeholder={TOKENS.light.back}
      defaultValue={before.background}
    />
    <Field
      label={write('branding.sender_name')}
      name="sender_name"
      maxLength={100}
      defaultValue={before.sender_name}
    />
    <Lines label={write('branding.footer')} name="footer" maxLength={500} defaultValue={before.footer} />
    <Field
      label={write('branding.imprint')}
      name="imprint_url"
      type="url"
      placeholder="https://"
      defaultValue={before.imprint_url}
    />
    <Field
      label={write('branding.privacy')}
      name="privacy_url"
      type="url"
      placeholder="https://"
      defaultValue={before.privacy_url}
    />
  </>
);
