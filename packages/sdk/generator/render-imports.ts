import { posix } from 'node:path';
import type { Model } from './model.ts';

const CORE: readonly { readonly name: string; readonly from: string; readonly isValue?: true }[] = [
  { name: 'ApiPromise', from: 'requests/api-promise' },
  { name: 'Content', from: 'field/transport/content' },
  { name: 'FieldTransport', from: 'field/transport/field-transport' },
  { name: 'ListOptions', from: 'requests/options' },
  { name: 'NewerValue', from: 'http/newer-value' },
  { name: 'PagePromise', from: 'lists/page-promise' },
  { name: 'RequestOptions', from: 'requests/options' },
  { name: 'SessionMilestone', from: 'client/wait-for-session' },
  { name: 'Transport', from: 'client/transport' },
  { name: 'UnknownWebhookEvent', from: 'webhooks/unknown-webhook-event' },
  { name: 'WebResponse', from: 'http/web-types' },
  { name: 'WriteOptions', from: 'requests/options' },
  { name: 'path', from: 'requests/route-path', isValue: true },
];

export function renderImports(body: string, file: string, types: Model['types']): string {
  const foreign = [...types.values()]
    .filter((type) => type.file !== file)
    .map(({ name, file: from }) => ({ name, from, isValue: undefined }));
  const used = [...CORE, ...foreign].filter(({ name }) =>
    new RegExp(`\\b${name}\\b[^:']`).test(stripComments(body)),
  );
  return [...Map.groupBy(used, ({ from }) => from)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, imports]) => {
      const names = imports.map(({ name }) => name).sort();
      return `import ${imports.some(({ isValue }) => isValue) ? '' : 'type '}{ ${names.join(', ')} } from '${relate(file, from)}';`;
    })
    .join('\n');
}

export function relate(file: string, to: string): string {
  const way = posix.relative(posix.dirname(file), `${to}.ts`);
  return way.startsWith('.') ? way : `./${way}`;
}

const stripComments = (body: string) => body.replace(/\/\*\*[\s\S]*?\*\//g, '');
