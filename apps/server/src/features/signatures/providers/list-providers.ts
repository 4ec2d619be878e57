import type { Context } from '../../../context.ts';
import { createCscProvider } from './csc/create-csc-provider.ts';
import { createDemoProvider } from './demo/create-demo-provider.ts';
import type { SignatureProvider } from './protocol/signature-provider.ts';

type ProviderContext = Pick<Context, 'clock' | 'random' | 'config' | 'secrets' | 'demoSigner'>;

/** Who signs for persons here: the demo signer in demo mode, and the remote one that CSC_URL names. */
export const listProviders = (context: ProviderContext, returnUrl: string): SignatureProvider[] => {
  const { cscUrl: url, cscClientId: clientId } = context.config;
  const { cscClientSecret: clientSecret } = context.secrets;
  const { demoSigner } = context;
  return [
    ...(demoSigner ? [createDemoProvider(context, demoSigner)] : []),
    ...(url && clientId && clientSecret
      ? [createCscProvider(context, { url, clientId, clientSecret, returnUrl })]
      : []),
  ];
};
