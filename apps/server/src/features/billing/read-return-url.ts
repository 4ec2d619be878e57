import { invalidField } from '../../api-error.ts';
import type { Context } from '../../context.ts';

/** Where a browser goes when it has done with a page of the provider: where it was told, or to the service. */
export const readReturnUrl = ({ config }: Pick<Context, 'config'>, given: string | undefined): string => {
  if (given === undefined) return config.baseUrl;
  if (URL.canParse(given)) {
    const { href, protocol } = new URL(given);
    if (protocol === 'https:' || protocol === 'http:') return href;
  }
  throw invalidField('return_url', 'must be an http or https address');
};
