import type { Context } from '../../../context.ts';
import type { SignatureProvider, SigningCredential } from './protocol/signature-provider.ts';
import { watchCall } from '../../../platform/watching/watch-calls.ts';
import type { Seal } from '../../../platform/seal/seal.ts';

type ProviderContext = Pick<Context, 'clock' | 'random' | 'config' | 'secrets' | 'demoSigner' | 'metrics'>;

export const listProviders = async (
  context: ProviderContext,
  returnUrl: string,
): Promise<SignatureProvider[]> => {
  const { cscUrl: url, cscClientId: clientId } = context.config;
  const { cscClientSecret: clientSecret } = context.secrets;
  const { demoSigner } = context;
  const demo = demoSigner ? [createDemoProvider(context, demoSigner)] : [];
  if (!url || !clientId || !clientSecret) return demo;
  // A large library comes with it: it is loaded at its first use.
  const { createCscProvider } = await import('./csc/create-csc-provider.ts');
  const csc = createCscProvider(context, { url, clientId, clientSecret, returnUrl });
  return [...demo, watchProvider(context, csc)];
};

const watchProvider = (context: ProviderContext, provider: SignatureProvider): SignatureProvider => {
  const watch = <T>(ask: () => Promise<T>): Promise<T> => watchCall(context, 'csc', { ask });
  return {
    ...provider,
    prepare: (...given) => watch(() => provider.prepare(...given)),
    finishPrepare: (...given) => watch(() => provider.finishPrepare(...given)),
    authorise: (...given) => watch(() => provider.authorise(...given)),
    finishAuthorise: (...given) => watch(() => provider.finishAuthorise(...given)),
    sign: (...given) => watch(() => provider.sign(...given)),
  };
};

/** Milliseconds. The person has shown a one-time code already; no other leave is asked for. */
const LEAVE_MS = 60_000;

/** Signs at once with the server's key, for everybody: at the lowest level, named demo. */
const createDemoProvider = ({ clock }: Pick<Context, 'clock'>, key: Seal): SignatureProvider => {
  const credential: SigningCredential = {
    id: 'demo',
    subject: key.subject,
    level: 'SES',
    certificates: key.certificates,
    hash: key.hash,
    access: '',
  };
  const leave = () => ({ secret: '', expiresAt: new Date(clock.now().getTime() + LEAVE_MS) });
  return {
    name: 'demo',
    demo: true,
    prepare: async () => ({ done: true, result: credential }),
    finishPrepare: async () => credential,
    authorise: async () => ({ done: true, result: leave() }),
    finishAuthorise: async () => leave(),
    sign: (_credential, _authorisation, { bytes }) => key.sign(bytes),
  };
};

export const openProviders = (context: ProviderContext): Promise<SignatureProvider[]> =>
  listProviders(context, `${context.config.baseUrl}/sign/return`);
