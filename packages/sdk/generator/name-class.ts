import { toPascal } from './change-case.ts';
import type { Model } from './model.ts';

/** The class of a resource: its name, or with `Resource` behind it where a type has that name already. */
export const nameClass = (resource: string, types: Model['types']): string =>
  types.has(toPascal(resource)) ? `${toPascal(resource)}Resource` : toPascal(resource);
