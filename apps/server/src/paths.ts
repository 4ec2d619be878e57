import { fileURLToPath } from 'node:url';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The schema, its migrations and its SQL functions. */
export const PRISMA_DIR = fromRoot('prisma');
/** The folder of the documents that the server shows. */
export const ROOT_DIR = fromRoot('');
