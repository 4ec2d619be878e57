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

/** A label and its text, or a moment. */
export type PageFact = [name: string, text: string, isTime?: 1];

/** Says what the inspection is and how it goes; the worker keeps the page without it. */
export type PageAbout = { what: PageFact[]; how: PageFact[] };

let page: PageData | undefined;

const readData = (name: 'page' | 'about'): unknown =>
  JSON.parse(document.getElementById('main')?.dataset[name] ?? 'null');

export const readPage = (): PageData => {
  page ??= (readData('page') as PageData | null) ?? NOTHING;
  return page;
};

export const readAbout = (): PageAbout | null => readData('about') as PageAbout | null;

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
