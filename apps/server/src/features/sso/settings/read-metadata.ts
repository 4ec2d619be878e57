import { askProvider } from '../../../platform/safe-fetch/ask-provider.ts';
import type { Context } from '../../../context.ts';
import { ProviderRefusal } from '../provider-refusal.ts';
import { readProviderMetadata, type ProviderMetadata } from '../saml/read-provider-metadata.ts';

/**
 * Reads the metadata of a provider of SAML at its address, with no transaction open.
 *
 * @throws {ProviderRefusal} `no_answer`, or why they can't be read
 */
export const readMetadata = async (
  { providerFetch }: Pick<Context, 'providerFetch'>,
  url: string,
): Promise<ProviderMetadata> => {
  const answer = await askProvider(providerFetch, { url, method: 'GET', headers: { accept: '*/*' } });
  if (!answer.ok) throw new ProviderRefusal('no_answer', `The metadata were not read. ${answer.message}`);
  if (answer.status !== 200)
    throw new ProviderRefusal('no_answer', `The metadata were not read: status ${answer.status}.`);
  return readProviderMetadata(answer.body);
};
