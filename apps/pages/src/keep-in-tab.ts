/** Where the browser keeps nothing, a reload starts anew. */
const ifAllowed = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** A phone drops a tab while its person reads a mail, so what the page knows outlives a reload, and goes with the tab. */
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
