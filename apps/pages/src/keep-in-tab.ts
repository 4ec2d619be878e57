/** A browser may forbid to keep anything; then a reload starts anew. */
const ifAllowed = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** Keeps the state of a page over a reload, and over the time in which a phone drops its tab. It is gone with the tab. */
export const keepInTab = <Kept extends object>(name: string) => {
  const kept: Partial<Kept> =
    ifAllowed(() => JSON.parse(sessionStorage.getItem(name) ?? 'null') as Partial<Kept> | null) ?? {};
  return {
    kept,
    keep: (changes: { [Name in keyof Kept]?: Kept[Name] | undefined }): void => {
      Object.assign(kept, changes);
      ifAllowed(() => sessionStorage.setItem(name, JSON.stringify(kept)));
    },
    forgetAll: (): void => {
      for (const each of Object.keys(kept)) delete kept[each as keyof Kept];
      ifAllowed(() => sessionStorage.removeItem(name));
    },
  };
};
