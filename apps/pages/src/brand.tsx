import { effect, signal } from '@preact/signals';
import type { FieldBranding } from '@field-inspection/contract';

/** The previous release does not send the look of the organisation. */
export const branding = signal<FieldBranding | undefined>(undefined);

const COLOURS = {
  primary: '--brand-accent',
  primary_dark: '--brand-accent-dark',
  background: '--brand-back',
} as const;

effect(() => {
  const { colours } = branding.value ?? {};
  for (const [name, property] of Object.entries(COLOURS) as [keyof typeof COLOURS, string][]) {
    const colour = colours?.[name];
    // The page's policy forbids styles in markup, so a script sets the colours.
    if (colour) document.documentElement.style.setProperty(property, colour);
  }
});

export const BrandLogo = ({ root }: { root: string }) => {
  const logo = branding.value?.logo_url;
  if (!logo) return null;
  // The logo is read from this page's origin: the policy refuses it under another name of the service.
  const path = logo.slice(logo.lastIndexOf('/branding/') + 1);
  return <img id="brand-logo" class="brand-logo" src={root + path} alt="" />;
};

export const BrandFooter = ({ words }: { words: { imprint: string; privacy: string } }) => {
  const { footer, imprint_url: imprint, privacy_url: privacy } = branding.value ?? {};
  if (!footer && !imprint && !privacy) return null;
  return (
    <footer class="brand-footer">
      {footer && <p dir="auto">{footer}</p>}
      <p>
        <LegalLink url={imprint}>{words.imprint}</LegalLink>
        <LegalLink url={privacy}>{words.privacy}</LegalLink>
      </p>
    </footer>
  );
};

const LegalLink = ({ url, children }: { url: string | null | undefined; children: string }) =>
  url ? (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : null;
