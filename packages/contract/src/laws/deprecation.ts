/**
 * Notice that a route will go, and when (docs/versioning.md). Both dates are days in UTC, as `2026-11-20`: the headers
 * `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) carry their first instants.
 */
export type Deprecation = {
  /** The day on which it became deprecated; may be ahead. */
  since: string;
  /** The day from which it may be gone: at least 12 months after `since`. */
  sunset: string;
  /** Link to the replacement: an https URL, or a path below the origin. */
  link: string;
};

/**
 * Finds the fault of a deprecation; undefined when it keeps the 12 months that docs/versioning.md promises.
 *
 * @param deprecation what a route's policy states
 * @returns a sentence that says what to change
 * @example
 * findDeprecationFault({ since: '2027-01-01', sunset: '2027-06-30', link: '/docs/errors' });
 * // 'sunset 2027-06-30 comes before 2028-01-01, 12 months after since'
 */
export const findDeprecationFault = ({ since, sunset, link }: Deprecation): string | undefined => {
  for (const [name, day] of Object.entries({ since, sunset })) {
    if (!isDay(day)) return `${name} ${day} is not a day such as 2026-11-20`;
  }
  const earliest = addYear(since);
  if (sunset < earliest) return `sunset ${sunset} comes before ${earliest}, 12 months after since`;
  if (!/^(https:\/\/|\/(?!\/))[!-~]+$/.test(link)) return `link ${link} is no https URL and no path`;
  return undefined;
};

// The pattern alone would take 2026-02-31, which Date moves into March.
const isDay = (day: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && Number.isFinite(Date.parse(day)) && toDay(new Date(day)) === day;

const addYear = (day: string) => {
  const date = new Date(day);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return toDay(date);
};

const toDay = (date: Date) => date.toISOString().slice(0, 10);
