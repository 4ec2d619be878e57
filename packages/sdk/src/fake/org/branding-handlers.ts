import {
  AA_CONTRAST,
  CONTRAST_PARTNERS,
  contrastOf,
  PLAN_LIMITS,
  sayContrast,
} from '@field-inspection/contract/plain';
import { Refusal } from '@field-inspection/rules';
import type { Branding, PreviewBrandingBody, UpdateBrandingBody } from '../../resources/branding.ts';
import { matchesFakeVersion } from '../front/fake-condition.ts';
import { refuseFields } from '../front/fake-refusal.ts';
import type { FakeHandlers } from '../front/fake-service.ts';
import type { FakeState } from '../state/fake-state.ts';

export const brandingHandlers: FakeHandlers<'branding'> = {
  'branding.get': ({ organisation }) => organisation.branding,
  'branding.update': (state, { body, headers }) =>
    updateBranding(state, body as UpdateBrandingBody, headers.get('if-match')),
  'branding.verifyDomain': (state) => verifyDomain(state),
  'branding.preview': (state, { body }) => previewBranding(state, (body ?? {}) as PreviewBrandingBody),
  'branding.setLogo': (state, { headers }) => {
    requireVersion(state, headers.get('if-match'));
    return setLogo(state, { url: `${state.baseUrl}/branding/logo.png`, width: 512, height: 128 });
  },
  'branding.deleteLogo': (state, { headers }) => {
    requireVersion(state, headers.get('if-match'));
    return setLogo(state, null);
  },
};

function updateBranding(
  state: FakeState,
  { colours, domain, ...words }: UpdateBrandingBody,
  ifMatch: string | null,
): Branding {
  const { organisation, now } = state;
  requireContrast(colours);
  const { branding } = organisation;
  const named = nameDomain(organisation, domain);
  requireVersion(state, ifMatch);
  const changed = {
    ...branding,
    ...(words as Partial<Branding>),
    colours: { ...branding.colours, ...(colours as Partial<Branding['colours']>) },
    domain: named,
  };
  // An update without a change keeps the version.
  if (JSON.stringify(changed) === JSON.stringify(branding)) return branding;
  organisation.branding = { ...changed, version: branding.version + 1, updated_at: now().toISOString() };
  return organisation.branding;
}

function requireVersion({ organisation: { branding } }: FakeState, ifMatch: string | null): void {
  if (matchesFakeVersion(branding.version, ifMatch)) return;
  throw new Refusal(
    'precondition_failed',
    `The branding is at version ${branding.version} now. Get it, and send your change again with its ETag.`,
  );
}

/** A name in other letters comes in Punycode, as URLs have it. */
function nameDomain(
  { branding, plan }: FakeState['organisation'],
  given: string | null | undefined,
): Branding['domain'] {
  if (given === undefined || given === null) return given === null ? null : branding.domain;
  const name = new URL(`https://${given}`).hostname.replace(/\.$/, '');
  if (name === branding.domain?.name) return branding.domain;
  requireWhiteLabel(plan);
  const value = 'field-inspection-verification=q7Zb8uRsAoC5hNdLp7iGQ2tVwXyHjKcT1xJ0vFqWm3e';
  const record = { type: 'TXT', name: `_field-inspection.${name}`, value } as const;
  return { name, verified: false, record, missing_since: null };
}

/** Takes a domain as verified: the fake asks no DNS. */
function verifyDomain({ organisation, now }: FakeState): Branding {
  const { branding } = organisation;
  if (!branding.domain) throw new Refusal('domain.not_verified', 'No domain is set.');
  requireWhiteLabel(organisation.plan);
  organisation.branding = {
    ...branding,
    domain: { ...branding.domain, verified: true },
    version: branding.version + 1,
    updated_at: now().toISOString(),
  };
  return organisation.branding;
}

function requireWhiteLabel(plan: FakeState['organisation']['plan']): void {
  if (PLAN_LIMITS[plan].whiteLabel) return;
  throw new Refusal('domain.not_in_plan', `The plan ${plan} does not include a domain of your own.`);
}

/** The fake shows the name and the colours alone. */
function previewBranding({ organisation: { branding } }: FakeState, body: PreviewBrandingBody): object {
  requireContrast(body.colours);
  const colours = { ...branding.colours, ...body.colours };
  const name = body.display_name ?? branding.display_name;
  const escaped = name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const page = `<!doctype html><title>${escaped}</title><p>${escaped}</p>`;
  const contrasts = (['primary', 'background'] as const).flatMap((colour) => {
    const value = colours[colour];
    if (!value) return [];
    const against = CONTRAST_PARTNERS[colour].colour;
    const ratio = Math.floor(contrastOf(value, against) * 100) / 100;
    return [{ colour, value, against, ratio, needed: AA_CONTRAST }];
  });
  return { contrasts, join_page: page, email: page };
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
