import { pageHeaders, type DeadLink, type Page } from '../../http/pages/page.ts';
import { pickLocale } from '../../http/pages/pick-locale.ts';
import { renderShell } from '../../http/pages/render-shell.ts';
import { signCatalogues } from '../../http/pages/page-catalogues.ts';

export const deadLinkPage = ({ status, acceptLanguage }: DeadLink): Page => {
  const locale = pickLocale(acceptLanguage);
  const texts = signCatalogues[locale];
  const isOver = status === 410;
  const heading = texts[isOver ? 'ended.closed.heading' : 'ended.unknown.heading'];
  const words = texts[isOver ? 'report_link.expired' : 'report_link.unknown'];
  return {
    status,
    headers: { ...pageHeaders(), 'Content-Language': locale },
    body: renderShell({
      entry: 'sign',
      locale,
      root: '../../',
      title: heading,
      words,
    }),
  };
};
