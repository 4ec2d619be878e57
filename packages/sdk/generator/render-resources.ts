import type { Model } from './model.ts';
import { renderComment } from './render-comment.ts';
import { relate } from './render-imports.ts';
import { nameClass } from './render-resource.ts';

/** The file of the client's base. */
export const HOME = 'resources/resources';

/** The file that hangs the resources on the client, and exports all types. */
export function renderResources({ resources, types }: Model): string {
  const each = (render: (name: string, file: string) => string) =>
    resources.map(({ name, file }) => render(name, file)).join('\n');
  return `import type { Transport } from '../client/transport.ts';
    ${each((name, file) => `import { ${nameClass(name, types)} } from '${relate(HOME, file)}';`)}

    ${each((_, file) => `export * from '${relate(HOME, file)}';`)}

    ${renderComment(['Everything that a client can do, by resource.'])}export abstract class Resources {
      ${each((name) => `readonly ${name}: ${nameClass(name, types)};`)}

      /** @internal */
      constructor(transport: Transport) {
        ${each((name) => `this.${name} = new ${nameClass(name, types)}(transport);`)}
      }
    }
  `;
}
