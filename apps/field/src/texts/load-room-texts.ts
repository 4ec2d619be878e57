import { readPage } from './read-page.ts';

let loading: Promise<void> | undefined;

/** Brings the texts of the rooms, which the first load does without. */
export const loadRoomTexts = (): Promise<void> => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

const load = async (): Promise<void> => {
  const { roomTexts, texts } = readPage();
  const response = await fetch(roomTexts);
  if (!response.ok) throw new Error(`the texts did not come: ${response.status}`);
  Object.assign(texts, await response.json());
};
