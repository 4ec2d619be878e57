import {
  describeRecord,
  listContrasts,
  noDomain,
  readDomain,
  requireBrandingVersion,
  requireContrast,
  requireWhiteLabel,
  sayProof,
} from '@field-inspection/rules';
import type { Branding, PreviewBrandingBody, UpdateBrandingBody } from '../../resources/branding.ts';
import { matchesFakeVersion } from '../front/fake-refusal.ts';
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
  const named = nameDomain(state, domain);
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

const requireVersion = ({ organisation: { branding } }: FakeState, ifMatch: string | null): void =>
  requireBrandingVersion(branding.version, matchesFakeVersion(branding.version, ifMatch));

function nameDomain(
  { organisation: { branding, plan }, baseUrl }: FakeState,
  given: string | null | undefined,
): Branding['domain'] {
  if (given === undefined || given === null) return given === null ? null : branding.domain;
  const name = readDomain(given, { toAscii, isOwnHost: (host) => host === new URL(baseUrl).hostname });
  if (name === branding.domain?.name) return branding.domain;
  requireWhiteLabel(plan);
  const record = describeRecord(name, sayProof('q7Zb8uRsAoC5hNdLp7iGQ2tVwXyHjKcT1xJ0vFqWm3e'));
  return { name, verified: false, record, missing_since: null };
}

// URL writes names in Punycode.
const toAscii = (name: string): string =>
  URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : '';

/** The fake asks no DNS, and takes any domain as verified. */
function verifyDomain({ organisation, now }: FakeState): Branding {
  const { branding } = organisation;
  if (!branding.domain) throw noDomain();
  requireWhiteLabel(organisation.plan);
  organisation.branding = {
    ...branding,
    domain: { ...branding.domain, verified: true },
    version: branding.version + 1,
    updated_at: now().toISOString(),
  };
  return organisation.branding;
}

/** A preview has the name and the colours alone. */
function previewBranding({ organisation: { branding } }: FakeState, body: PreviewBrandingBody): object {
  requireContrast(body.colours);
  const colours = { ...branding.colours, ...body.colours };
  const name = body.display_name ?? branding.display_name;
  const escaped = name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const page = `<!doctype html><title>${escaped}</title><p>${escaped}</p>`;
  return { contrasts: listContrasts(colours), join_page: page, email: page };
}

/** Nothing is drawn: any picture has this size. */
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

export const describeFakeBrand = ({ organisation: { branding } }: FakeState): object => ({
  organisation_name: branding.display_name || 'Example Inspections',
  // The service lightens the colour for dark pages; the fake does not.
  colours: { ...branding.colours, primary_dark: branding.colours.primary },
  logo_url: branding.logo?.url ?? null,
  footer: branding.footer,
  imprint_url: branding.imprint_url,
  privacy_url: branding.privacy_url,
});
