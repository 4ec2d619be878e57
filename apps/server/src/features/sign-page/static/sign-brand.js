import { byId } from './sign-views.js';

const COLOURS = {
  primary: '--brand-accent',
  primary_dark: '--brand-accent-dark',
  background: '--brand-back',
};

/** Puts on what the organisation looks like. The release before tells nothing of it. */
export const wearBrand = (branding) => {
  if (!branding) return;
  const { colours, footer, logo_url: logo, imprint_url: imprint, privacy_url: privacy } = branding;
  for (const [name, property] of Object.entries(COLOURS)) {
    // By script, since the page's policy takes no style that stands in its markup.
    if (colours[name]) document.documentElement.style.setProperty(property, colours[name]);
  }
  byId('brand-words').textContent = footer;
  byId('brand-words').hidden = !footer;
  byId('brand-logo').hidden = !logo;
  // From this page's own place: by another name of the service its policy would refuse the picture.
  if (logo)
    byId('brand-logo').src = byId('main').dataset.root + logo.slice(logo.lastIndexOf('/branding/') + 1);
  linkTo('imprint', imprint);
  linkTo('privacy', privacy);
  byId('brand-footer').hidden = !footer && !imprint && !privacy;
};

const linkTo = (id, url) => {
  byId(id).hidden = !url;
  if (url) byId(id).href = url;
};
