import type { Config } from '../../config/read-config.ts';
import { stateOf } from '../request-state.ts';
import { rootUrlOf } from '../hosts/root-url-of.ts';

/** A page of the domain uploads to where it came from, even if its organisation has another domain by now. */
export const contextAt = <Given extends { config: Config }>(context: Given, request: object): Given => {
  const { domain } = stateOf(request);
  if (!domain) return context;
  const baseUrl = rootUrlOf(context.config, domain.name);
  return { ...context, config: { ...context.config, baseUrl, apiBaseUrl: `${baseUrl}/v1` } };
};
