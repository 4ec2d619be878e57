import { fileURLToPath } from 'node:url';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const MIGRATIONS_DIR = fromRoot('prisma/migrations');
export const ERRORS_PAGE = fromRoot('docs/errors.md');
