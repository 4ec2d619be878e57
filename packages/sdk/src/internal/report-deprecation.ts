import { type DeprecationNotice, readDeprecation } from '../core/deprecation.ts';
import type { FetchFunction } from '../core/web-types.ts';

/** A fetch that tells of each reply whose route will go. */
export function reportDeprecation(
  fetch: FetchFunction,
  tell: (notice: DeprecationNotice) => void,
): FetchFunction {
  return async (url, init) => {
    const response = await fetch(url, init);
    const deprecation = readDeprecation(response.headers);
    if (deprecation === null) return response;
    try {
      tell({ method: init.method, path: new URL(url).pathname, ...deprecation });
    } catch {
      // The call was answered: that a notice of it could not be written must not make it fail.
    }
    return response;
  };
}
