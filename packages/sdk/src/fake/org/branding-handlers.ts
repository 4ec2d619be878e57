import type { Branding, UpdateBrandingBody } from '../../resources/branding.ts';
import { sayContrast } from '../contract/contrast.ts';
import { FakeRefusal, refuseFields } from '../front/fake-refusal.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import type { FakeState } from '../state/fake-state.ts';

export const brandingHandlers: FakeHandlers<'branding'> = {
  'branding.get': ({ organisation }) => organisation.branding,
  'branding.update': (state, { body, headers }) =>
    updateBranding(state, body as UpdateBrandingBody, headers.get('if-match')),
  'branding.setLogo': (state) =>
    setLogo(state, { url: `${state.baseUrl}/branding/logo.png`, width: 512, height: 128 }),
  'branding.deleteLogo': (state) => setLogo(state, null),
};

function updateBranding(
  { organisation, now }: FakeState,
  { colours, ...words }: UpdateBrandingBody,
  ifMatch: string | null,
): Branding {
  requireContrast(colours);
  const { branding } = organisation;
  const wanted = /\d+/.exec(ifMatch ?? '')?.[0];
  if (wanted !== undefined && Number(wanted) !== branding.version) {
    throw new FakeRefusal(
      'precondition_failed',
      `The branding is at version ${branding.version} now. Get it, and send your change again with its ETag.`,
    );
  }
  organisation.branding = {
    ...branding,
    ...(words as Partial<Branding>),
    colours: { ...branding.colours, ...(colours as Partial<Branding['colours']>) },
    version: branding.version + 1,
    updated_at: now().toISOString(),
  };
  return organisation.branding;
}

/** The fake draws nothing: any picture is one of this size. */
function setLogo({ organisation, now }: FakeState, logo: Branding['logo']): Branding {
  const { branding } = organisation;
  organisation.branding = {
    ...branding,
    logo,
    version: branding.version + 1,
    updated_at: now().toISOString(),
  };
  return organisation.branding;
}

function requireContrast(colours: UpdateBrandingBody['colours']): void {
  const faults = (['primary', 'background'] as const).flatMap((name) => {
    const colour = colours?.[name];
    const message = colour ? sayContrast(name, colour) : undefined;
    return message ? [{ path: `body.colours.${name}`, code: 'low_contrast', message }] : [];
  });
  if (faults.length > 0) throw refuseFields(faults);
}

/** The branding as a field person's device gets it. */
export const describeFakeBrand = ({ organisation: { branding } }: FakeState): object => ({
  organisation_name: branding.display_name || 'Example Inspections',
  // The service lightens it for dark pages; here it stays as it is.
  colours: { ...branding.colours, primary_dark: branding.colours.primary },
  logo_url: branding.logo?.url ?? null,
  footer: branding.footer,
  imprint_url: branding.imprint_url,
  privacy_url: branding.privacy_url,
});
