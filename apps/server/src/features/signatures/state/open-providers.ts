import { listProviders } from '../providers/list-providers.ts';
import type { SignatureProvider } from '../providers/protocol/signature-provider.ts';

type ProviderContext = Parameters<typeof listProviders>[0];

/** The providers that are configured. Their pages lead back to the page that signs. */
export const openProviders = (context: ProviderContext): Promise<SignatureProvider[]> =>
  listProviders(context, `${context.config.baseUrl}/sign/return`);
