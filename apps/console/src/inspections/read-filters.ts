import type { ListSessionsQuery } from '@field-inspection/sdk';

const NAMES = ['status', 'outcome', 'reference', 'type', 'from', 'until'] as const;

/** Reads the filters of an address, which can be kept and sent like any other. */
export type Filters = Partial<Record<(typeof NAMES)[number], string>>;

export const readFilters = (search: Readonly<Record<string, unknown>>): Filters =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search[name];
      const text = typeof value === 'string' ? value.trim() : '';
      return text === '' || (isDay(name) && !isValidDay(text)) ? [] : [[name, text]];
    }),
  );

const isDay = (name: string): boolean => name === 'from' || name === 'until';

const isValidDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Days are those of the person at the desk, both whole. */
export const composeQuery = ({ from, until, ...words }: Filters): ListSessionsQuery => ({
  ...(words as Pick<ListSessionsQuery, 'status' | 'outcome' | 'reference' | 'type'>),
  ...(from && { created_after: startOf(from, 0).toISOString() }),
  ...(until && { created_before: startOf(until, 1).toISOString() }),
});

const startOf = (day: string, later: number): Date => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + later);
};
