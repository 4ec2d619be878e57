/** Reads the filters of an address, which can be kept and sent like any other. */
export const readSearch =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Readonly<Record<string, unknown>>): Partial<Record<Name, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ) as Partial<Record<Name, string>>;
