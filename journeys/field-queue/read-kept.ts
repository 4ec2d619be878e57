import type { Page } from 'playwright-core';
import type { KeptItem } from '../../apps/field/src/queue/shelf/queue-item.ts';

export type Kept = KeptItem & { hasBytes: boolean };

export const readKept = async (page: Page): Promise<Kept[]> => {
  const kept = (await page.evaluate(READ)) as Kept[];
  return kept.sort((one, other) => one.addedAtMs - other.addedAtMs);
};

const READ = `(async () => {
  const settle = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await settle(indexedDB.open('field-queue'));
  try {
    const transaction = database.transaction(['items', 'contents']);
    const items = await settle(transaction.objectStore('items').getAll());
    const keys = await settle(transaction.objectStore('contents').getAllKeys());
    return items.map((item) => ({ ...item, hasBytes: keys.includes(item.id) }));
  } finally {
    database.close();
  }
})()`;
