/** The fields of a form as they were typed, without the spaces around them. */
export const readForm = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));

/** Lines of a field, without those that are empty. */
export const readLines = (text: string | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The moment of a field of day and time, which is that of the person at the desk. */
export const readMoment = (text: string | undefined): string | null =>
  text ? new Date(text).toISOString() : null;

/** The reverse, as such a field takes it. */
export const fillMoment = (iso: string | null): string => {
  if (iso === null) return '';
  const moment = new Date(iso);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
