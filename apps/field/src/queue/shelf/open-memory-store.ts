import type { ItemStore } from './item-store.ts';
import { isBrought, moveItem } from './move-item.ts';
import type { KeptItem } from './queue-item.ts';

/** The items of a page in a browser that lets it keep nothing, such as in some private windows. */
export const openMemoryStore = (): ItemStore => {
  const items = new Map<string, KeptItem>();
  const contents = new Map<string, Blob>();
  return {
    list: async () => [...items.values()],
    add: async (item, content) => {
      items.set(item.id, item);
      if (content) contents.set(item.id, content);
    },
    readContent: async (id) => contents.get(id),
    move: async (id, happening) => {
      const before = items.get(id);
      if (!before) return undefined;
      const after = moveItem(before, happening);
      items.set(id, after);
      if (isBrought(after)) contents.delete(id);
      return after;
    },
    remove: async (id) => {
      items.delete(id);
      contents.delete(id);
    },
    close: () => {},
  };
};
