import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageRoute } from '../../http/pages/page.ts';
import { staticFile } from '../../http/pages/static-file.ts';
import { locateFile, ROOT_DIR } from '../../paths.ts';
import { buildCollection } from './formats/build-collection.ts';
import { readSdkDocuments } from './documents/read-sdk-documents.ts';
import { writeLlms, writeLlmsFull } from './formats/write-llms.ts';
import { buildSearchIndex } from './layout/build-search-index.ts';
import { documentPages, sdkPages } from './pages/document-pages.ts';
import { explorerPages } from './pages/explorer-pages.ts';
import { type Reader, textFile } from './pages/text-file.ts';
import { overviewPages } from './pages/overview-page.ts';
import { referencePages } from './pages/reference-pages.ts';
import { startPage } from './pages/start-page.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export const readingPages = (
  reader: Reader,
  links: readonly { href: string; label: string }[] = [],
): PageRoute[] => [
  startPage(reader, links),
  ...overviewPages(),
  ...documentPages(),
  ...sdkPages(reader),
  ...referencePages(reader),
  ...explorerPages(reader),
  ...['search.js', 'find-entries.js', 'copy-code.js'].map((name) =>
    staticFile(`/docs/assets/${name}`, fileURLToPath(locateFile(`features/reading/static/${name}`))),
  ),
  staticFile('/docs/assets/minisearch.js', fileURLToPath(import.meta.resolve('minisearch'))),
  textFile('/docs/search.json', JSON_TYPE, async () =>
    JSON.stringify(buildSearchIndex(await readSdkDocuments(reader))),
  ),
  textFile('/llms.txt', 'text/plain; charset=utf-8', () => writeLlms(reader.config.baseUrl)),
  textFile('/llms-full.txt', 'text/plain; charset=utf-8', () => writeLlmsFull(reader.config.baseUrl)),
  textFile('/docs/third-party-notices.txt', 'text/plain; charset=utf-8', () =>
    readFileSync(join(ROOT_DIR, 'THIRD-PARTY-NOTICES.txt'), 'utf8'),
  ),
  textFile('/v1/postman.json', JSON_TYPE, () =>
    JSON.stringify(buildCollection(reader.config.baseUrl), null, 2),
  ),
  textFile('/v1/arazzo.yaml', 'application/yaml; charset=utf-8', () =>
    readFileSync(join(ROOT_DIR, 'packages/openapi/arazzo.yaml'), 'utf8'),
  ),
];
