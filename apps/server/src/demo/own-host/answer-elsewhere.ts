import { html } from '../../http/pages/html.ts';
import { sitePage, type Page } from '../../http/pages/page.ts';

/** Only the person at this server may see a page of demo mode. */
export const answerElsewhere = (baseUrl: string, { name, path }: { name: string; path: string }): Page => {
  const address = `${baseUrl}${path}`;
  const content = html`<p>${name} is shown at <a href="${address}">${address}</a> alone.</p>`;
  return { ...sitePage({ title: 'Not under this name', root: `${baseUrl}/`, content }), status: 421 };
};
