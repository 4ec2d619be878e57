import type { LocaleText } from '@field-inspection/contract';
import type { CompiledMessage } from '@field-inspection/messages';

/** What the server wrote into the page for its script. */
export type PageData = {
  /** The language tag, by which Intl chooses plurals and writes times. */
  tag: string;
  /** Those of the first load. */
  texts: Record<string, CompiledMessage>;
  /** Where those of the rooms lie, and those of the rooms in which one draws. */
  roomTexts: string;
  drawTexts: string;
  /** The locales in which the page can be had. */
  locales: string[];
  /** The brand's name; null where the page must not tell whose inspection it is. */
  organisation: string | null;
  /** Which version of the texts about consent they are. */
  consentTextVersion: string;
};

let page: PageData | undefined;

export const readPage = (): PageData => {
  page ??= JSON.parse(document.getElementById('main')?.dataset.page ?? 'null') ?? NOTHING;
  return page!;
};

/** Which texts whoever answers here has before them. */
export const readTexts = (): { text_version: string; locale: LocaleText } => ({
  text_version: readPage().consentTextVersion,
  locale: document.documentElement.lang as LocaleText,
});

const NOTHING: PageData = {
  tag: 'en',
  texts: {},
  roomTexts: '',
  drawTexts: '',
  locales: [],
  organisation: null,
  consentTextVersion: '',
};
