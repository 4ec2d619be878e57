import { effect, signal } from '@preact/signals';
import type { FieldBranding } from '@field-inspection/contract';

/** Look of the organisation, once it is known. The previous release does not send it. */
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
    // Colours are set by script, since the page's policy takes no style in its markup.
    if (colour) document.documentElement.style.setProperty(property, colour);
  }
});

/** `root` leads from the page to the server's root. */
export const BrandLogo = ({ root }: { root: string }) => {
  const logo = branding.value?.logo_url;
  if (!logo) return null;
  // From this page's own place: by another name of the service its policy would refuse the picture.
  const path = logo.slice(logo.lastIndexOf('/branding/') + 1);
  return <img id="brand-logo" class="brand-logo" src={root + path} alt="" />;
};

/** `words` of the links to the organisation's own pages. */
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
