import { readPage } from './read-page.ts';

const loading = new Map<string, Promise<void>>();

export const loadInsideTexts = (): Promise<void> => load(readPage().insideTexts);

export const loadScreenTexts = (): Promise<void> => load(readPage().screenTexts);

export const loadDrawTexts = (): Promise<void> => load(readPage().drawTexts);

const load = (path: string): Promise<void> => {
  const begun = loading.get(path) ?? fetchTexts(path);
  loading.set(path, begun);
  // Texts that failed to load can be asked for again.
  begun.catch(() => loading.delete(path));
  return begun;
};

const fetchTexts = async (path: string): Promise<void> => {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`the texts did not come: ${response.status}`);
  Object.assign(readPage().texts, await response.json());
};
