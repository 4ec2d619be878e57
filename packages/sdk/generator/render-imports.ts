import type { Model } from './model.ts';

const CORE: readonly { readonly name: string; readonly from: string; readonly isValue?: true }[] = [
  { name: 'ApiPromise', from: '../core/api-promise.ts' },
  { name: 'ListOptions', from: '../core/options.ts' },
  { name: 'RequestOptions', from: '../core/options.ts' },
  { name: 'WriteOptions', from: '../core/options.ts' },
  { name: 'PagePromise', from: '../core/page-promise.ts' },
  { name: 'UnknownWebhookEvent', from: '../core/unknown-webhook-event.ts' },
  { name: 'WebResponse', from: '../core/web-types.ts' },
  { name: 'path', from: '../internal/route-path.ts', isValue: true },
  { name: 'Transport', from: '../internal/transport.ts' },
];

/** The imports that a body of source needs: of the core, and of types that are at home in other files. */
export function renderImports(body: string, file: string, types: Model['types']): string {
  const foreign = [...types.values()]
    .filter((type) => type.file !== file)
    .map(({ name, file: home }) => ({ name, from: `./${home}.ts`, isValue: undefined }));
  const used = [...CORE, ...foreign].filter(({ name }) =>
    new RegExp(`\\b${name}\\b[^:']`).test(stripComments(body)),
  );
  return [...Map.groupBy(used, ({ from }) => from)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, imports]) => {
      const names = imports.map(({ name }) => name).sort();
      return `import ${imports.some(({ isValue }) => isValue) ? '' : 'type '}{ ${names.join(', ')} } from '${from}';`;
    })
    .join('\n');
}

const stripComments = (body: string) => body.replace(/\/\*\*[\s\S]*?\*\//g, '');
