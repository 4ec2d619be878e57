import { listRoutes } from '@field-inspection/contract';
import { toKebab } from './change-case.ts';
import type { Model } from './model.ts';
import { readResources } from './read-contract.ts';
import type { TypeRegistry } from './type-registry.ts';

export const FIELD_FOLDER = 'field/routes/';

/** Written by hand to be more open than today's contract: a consent that an app does not know must not break it. */
const OPEN_SHAPES = {
  file: 'field/shapes/open-shapes',
  names: ['ConsentAnswer', 'ParticipantConsents', 'Quota', 'Quotas', 'UpdateConsentBody', 'Uploads'],
};

/** The join, and the routes of a joined field person. The core's types stay in their files. */
export function readField(core: Model): Pick<Model, 'resources' | 'types'> {
  const types: TypeRegistry = new Map(core.types);
  const routes = listRoutes();
  // The join comes last, since it gives all that the device ever sees.
  const wanted = [
    ...routes.filter(({ policy }) => policy.auth === 'field_session'),
    ...routes.filter(({ resource }) => resource === 'join'),
    // A signer's page calls these with a token, as a device does.
    ...routes.filter(({ resource }) => resource === 'signing'),
  ];
  const resources = readResources(wanted, (resource) => FIELD_FOLDER + toKebab(resource), types);
  for (const name of OPEN_SHAPES.names) {
    const type = types.get(name);
    if (!type) throw new Error(`The field side has no ${name} any more: see OPEN_SHAPES`);
    types.set(name, { ...type, file: OPEN_SHAPES.file });
  }
  return { resources, types };
}
