import type { Context } from '../../../context.ts';
import { createDemoProvider } from './demo/create-demo-provider.ts';
import type { SignatureProvider } from './protocol/signature-provider.ts';

type ProviderContext = Pick<Context, 'clock' | 'random' | 'config' | 'secrets' | 'demoSigner'>;

/** Who signs for persons here: the demo signer in demo mode, and the remote one that CSC_URL names. */
export const listProviders = async (
  context: ProviderContext,
  returnUrl: string,
): Promise<SignatureProvider[]> => {
  const { cscUrl: url, cscClientId: clientId } = context.config;
  const { cscClientSecret: clientSecret } = context.secrets;
  const { demoSigner } = context;
  const demo = demoSigner ? [createDemoProvider(context, demoSigner)] : [];
  if (!url || !clientId || !clientSecret) return demo;
  // Not before it is needed: it brings a large library.
  const { createCscProvider } = await import('./csc/create-csc-provider.ts');
  return [...demo, createCscProvider(context, { url, clientId, clientSecret, returnUrl })];
};
