import { readPage } from './read-page.ts';

/** Formats a time in the page's language, by the person's region, in their zone, whose offset is named. */
export const formatTime = (iso: string): string => {
  const { tag } = readPage();
  const [language] = tag.split('-');
  const regional = navigator.languages.find((each) => each.split('-')[0] === language);
  return new Intl.DateTimeFormat(regional ?? tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  }).format(new Date(iso));
};
