import { resolve } from 'node:path';

/** The folder of the checkout. */
export const ROOT = resolve(import.meta.dirname, '../..');
