import type { Model, Resource } from './model.ts';
import { findBetter, nameAccess } from './name-resource.ts';
import { renderComment } from './render-comment.ts';
import { relate } from './render-imports.ts';
import { nameClass } from './render-resource.ts';

/** The file of the client's base. */
export const HOME = 'resources/resources';

/** The file that hangs the resources on the client, and exports all types. */
export function renderResources({ resources, types }: Model): string {
  const doubles = resources.filter(({ name }) => findBetter(name));
  const own = resources.filter(({ name }) => !findBetter(name));
  const [imports, exports] = [
    resources.map(({ name, file }) => `import { ${nameClass(name, types)} } from '${relate(HOME, file)}';`),
    resources.map(({ file }) => `export * from '${relate(HOME, file)}';`),
  ];
  const create = ({ name }: Resource) => `this.${name} = new ${nameClass(name, types)}(transport);`;
  return `import type { Transport } from '../client/transport.ts';
    ${imports.join('\n')}

    ${exports.join('\n')}

    ${renderComment([VERSIONED])}export class VersionedResources {
      ${doubles.map((resource) => declareDouble(resource, types)).join('\n')}

      /** @internal */
      constructor(transport: Transport) {
        ${doubles.map(create).join('\n')}
      }
    }

    ${renderComment(['Everything that a client can do, by resource.'])}export abstract class Resources {
      ${own.map(({ name }) => `readonly ${name}: ${nameClass(name, types)};`).join('\n')}
      ${renderComment([VERSIONED])}readonly v1: VersionedResources;

      /** @internal */
      constructor(transport: Transport) {
        ${own.map(create).join('\n')}
        this.v1 = new VersionedResources(transport);
      }
    }
  `;
}

const VERSIONED =
  'What the versioned root has beside the better names of the client itself: the hover of each says which.';

const declareDouble = ({ name }: Resource, types: Model['types']) =>
  `${renderComment([`Better: \`${nameAccess(findBetter(name) ?? name)}\`.`])}readonly ${name}: ${nameClass(name, types)};`;
