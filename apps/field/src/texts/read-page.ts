import type { LocaleText } from '@field-inspection/contract';
import type { CompiledMessage } from '@field-inspection/messages';

export type PageData = {
  tag: string;
  texts: Record<string, CompiledMessage>;
  insideTexts: string;
  screenTexts: string;
  drawTexts: string;
  locales: string[];
  organisation: string | null;
  consentTextVersion: string;
};

let page: PageData | undefined;

export const readPage = (): PageData => {
  page ??= JSON.parse(document.getElementById('main')?.dataset.page ?? 'null') ?? NOTHING;
  return page!;
};

export const readTexts = (): { text_version: string; locale: LocaleText } => ({
  text_version: readPage().consentTextVersion,
  locale: document.documentElement.lang as LocaleText,
});

const NOTHING: PageData = {
  tag: 'en',
  texts: {},
  insideTexts: '',
  screenTexts: '',
  drawTexts: '',
  locales: [],
  organisation: null,
  consentTextVersion: '',
};
