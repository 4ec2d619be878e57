import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../../context.ts';
import { html } from '../../http/pages/html.ts';
import { isOwnName } from '../../http/pages/is-own-name.ts';
import { pageHeaders, type Page, type PageRoute } from '../../http/pages/page.ts';
import { staticFile } from '../../http/pages/static-file.ts';
import { ROOT_DIR } from '../../paths.ts';
import { answerElsewhere } from '../own-host/answer-elsewhere.ts';

const fileOf = (name: string) => join(ROOT_DIR, 'examples', name);

const FILES = [
  'operator.css',
  'operator.js',
  'operator-live.js',
  'operator-peer.js',
  'operator-qr.js',
  'operator-relay.js',
  'operator-service.js',
];

type Operator = Pick<Context, 'config'> & {
  readKey: () => string | undefined;
};

/** The page has the demo's key, so only the person at this server gets it. */
export const operatorPages = ({ config: { baseUrl }, readKey }: Operator): PageRoute[] => [
  {
    path: '/operator',
    label: 'Operator: an inspection with your own phone',
    answer: async (request) =>
      isOwnName(baseUrl, request)
        ? { headers: operatorHeaders(baseUrl), body: await renderOperator(readKey() ?? '') }
        : answerElsewhere(baseUrl, { name: 'The operator’s page', path: '/operator' }),
  },
  ...FILES.map((name) => staticFile(`/operator/assets/${name}`, fileOf(name))),
  // The library is served as it is published: one module, which imports nothing. A link that is drawn here is in no
  // log.
  staticFile('/operator/assets/qr.js', fileURLToPath(import.meta.resolve('qr'))),
];

const operatorHeaders = (baseUrl: string): Page['headers'] => ({
  ...pageHeaders({
    'script-src': "'self'",
    // Pictures are asked for with the key, and shown from memory. The room is at BASE_URL, whatever name this page has.
    'img-src': "'self' blob:",
    'connect-src': `'self' ${new URL(baseUrl).origin.replace(/^http/, 'ws')}`,
  }),
  'Permissions-Policy': 'microphone=(self)',
});

const renderOperator = async (apiKey: string): Promise<string> =>
  (await readFile(fileOf('operator.html'), 'utf8')).replace('{{api_key}}', html`${apiKey}`.markup);
