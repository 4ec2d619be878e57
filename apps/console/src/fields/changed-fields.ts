/** Gives what somebody changed: the rest stays as it is, also where a colleague changes it meanwhile. */
export const changedFields = <Fields extends Record<string, unknown>>(
  typed: Fields,
  before: Readonly<Record<keyof Fields, unknown>>,
): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value !== before[name]),
  ) as Partial<Fields>;
