/** A time in the page's language, as the person's region writes it. */
export const formatTime = (iso) => {
  const language = document.documentElement.lang;
  const regional = navigator.languages.find((tag) => tag.split('-')[0] === language);
  const format = new Intl.DateTimeFormat(regional ?? language, { dateStyle: 'full', timeStyle: 'short' });
  return format.format(new Date(iso));
};
