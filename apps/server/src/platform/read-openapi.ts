import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT_DIR } from '../paths.ts';

const DOCUMENT = join(ROOT_DIR, 'packages/openapi/openapi.json');

/** The document is read at its first use: it is 1.3 MB, 8 MB once parsed, and most processes never need it. */
export const readOpenApi = (): object => (document ??= JSON.parse(readFileSync(DOCUMENT, 'utf8')) as object);

let document: object | undefined;
