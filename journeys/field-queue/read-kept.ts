import type { Page } from 'playwright-core';
import type { KeptItem } from '../../apps/field/src/queue/queue-item.ts';

/** What the page keeps on the device, oldest first, and of which it still has the bytes. */
export const readKept = (page: Page): Promise<(KeptItem & { hasBytes: boolean })[]> => page.evaluate(READ);

// Runs in the page.
const READ = `(async () => {
  const settle = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settle(indexedDB.open('field-queue'));
  if (!database.objectStoreNames.contains('items')) {
    database.close();
    return [];
  }
  const transaction = database.transaction(['items', 'contents']);
  const items = await settle(transaction.objectStore('items').getAll());
  const keys = await settle(transaction.objectStore('contents').getAllKeys());
  database.close();
  return items
    .sort((one, other) => one.addedAtMs - other.addedAtMs)
    .map((item) => ({ ...item, hasBytes: keys.includes(item.id) }));
})()`;
