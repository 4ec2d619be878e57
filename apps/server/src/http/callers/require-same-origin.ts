import type { Request } from 'express';
import { Refusal } from '../../refusals.ts';
import type { Config } from '../../config/read-config.ts';

/**
 * Refuses a change that a page of another origin sends in the name of a person: a browser adds the cookie, whoever
 * wrote the page. All browsers say where a request comes from, by `Sec-Fetch-Site` or else by `Origin`; what says
 * neither is refused, too. A cookie that is `Lax` would not do: a host beside this one is of the same site.
 *
 * @throws {Refusal} foreign_origin
 */
export const requireSameOrigin = (config: Pick<Config, 'baseUrl'>, request: Request): void => {
  if (request.method === 'GET' || request.method === 'HEAD' || isFromOwnPage(config, request)) return;
  throw new Refusal(
    'foreign_origin',
    "A signed-in person's changes come from a page of the service itself: with Sec-Fetch-Site: same-origin, or with its own Origin. A program takes an API key in place of the cookie.",
  );
};

/** Tells whether a page of the service sent a request, and neither a page of another origin nor a program. */
export const isFromOwnPage = ({ baseUrl }: Pick<Config, 'baseUrl'>, request: Request): boolean => {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin';
  return (
    request.get('Origin') === `${new URL(baseUrl).protocol}//${(request.get('Host') ?? '').toLowerCase()}`
  );
};
