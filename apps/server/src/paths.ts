import { fileURLToPath } from 'node:url';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const PRISMA_DIR = fromRoot('prisma');
export const ROOT_DIR = fromRoot('');
