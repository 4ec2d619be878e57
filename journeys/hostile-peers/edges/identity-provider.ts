import { readOidcProvider } from '../../../apps/server/src/features/sso/oidc/read-oidc-provider.ts';
import { startLyingProvider } from '../../../apps/server/src/features/sso/oidc/testing/start-lying-provider.ts';
import { hostClock } from '../../../apps/server/src/platform/clock.ts';
import { PROVIDER_EGRESS } from '../../../apps/server/src/platform/safe-fetch/ask-provider.ts';
import { createSafeFetch } from '../../../apps/server/src/platform/safe-fetch/create-safe-fetch.ts';
import { createHttpDialect } from '../http-dialect.ts';
import { faceEach, type Edge, type Faced } from './edge.ts';

export const IDENTITY_PROVIDER: Edge = {
  name: 'an identity provider',
  speak: (dripMs) => createHttpDialect('application/json', dripMs),
  isSecure: true,
  takes: [],
  open: async ({ deadlineMs }, authority) => {
    const honest = await startLyingProvider(authority.issue(), hostClock);
    const providerFetch = createSafeFetch({
      ...PROVIDER_EGRESS,
      allowPrivateNetworks: true,
      ca: authority.ca,
      ...(deadlineMs ? { timeoutMs: deadlineMs } : {}),
    });
    const net = { providerFetch, clock: hostClock };
    const read = async (issuer: string): Promise<Faced> => {
      const failed = (error: Error): Faced => ({ outcome: 'failed', told: error.message });
      return readOidcProvider(net, { issuer }).then((): Faced => ({ outcome: 'done', told: '' }), failed);
    };
    const readHonest = async (): Promise<void> => void (await readOidcProvider(net, honest));
    return {
      faceAll: (peers) => faceEach(peers, ({ host }) => read(`https://${host}`)),
      faceHonest: readHonest,
      recover: readHonest,
      close: async () => {
        await providerFetch.close();
        await honest.close();
      },
    };
  },
};
