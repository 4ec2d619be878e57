import { expect } from 'vitest';
import { createCscProvider } from '../../../apps/server/src/features/signatures/providers/csc/create-csc-provider.ts';
import { ProviderError } from '../../../apps/server/src/features/signatures/providers/protocol/signature-provider.ts';
import { systemRandom } from '../../../apps/server/src/platform/secrets/random.ts';
import { createFakeClock } from '../../../apps/server/src/testing/create-fake-clock.ts';
import { createTestSigner } from '../../../apps/server/src/testing/create-test-seal.ts';
import {
  CSC_CLIENT,
  startCscProvider,
} from '../../../apps/server/src/testing/csc-provider/start-csc-provider.ts';
import { createHttpDialect } from '../http-dialect.ts';
import { faceEach, USER_INFO, type Edge } from './edge.ts';

const ADA = { name: 'Ada Rossi', email: 'ada@example.com' };
const CLIENT = { clientId: 'inspections', clientSecret: USER_INFO };

export const SIGNING_PROVIDER: Edge = {
  name: 'the provider of signatures',
  speak: (dripMs) => createHttpDialect('application/json', dripMs),
  isSecure: false,
  takes: [],
  open: async ({ deadlineMs }) => {
    const signer = createTestSigner('P-256');
    const honest = await startCscProvider({
      authType: ['oauth2code'],
      mode: 'oauth2code',
      kind: 'P-256',
      signer,
    });
    const open = (url: string, client = CLIENT) => {
      const settings = { url, ...client, returnUrl: 'https://inspect.example.com/sign/return' };
      return createCscProvider(
        { clock: createFakeClock(), random: systemRandom },
        { ...settings, ...(deadlineMs ? { timeoutMs: deadlineMs } : {}) },
      );
    };
    const faceHonest = async () => {
      expect((await open(honest.url, CSC_CLIENT).prepare(ADA)).done).toBe(false);
    };
    return {
      faceAll: (peers) =>
        faceEach(peers, async ({ host, isTls }) => {
          try {
            await open(`http${isTls ? 's' : ''}://${host}/csc/v2`).prepare(ADA);
            return { outcome: 'done', told: '' };
          } catch (error) {
            // Any other error would become a 500.
            expect(error).toBeInstanceOf(ProviderError);
            return { outcome: 'failed', told: String(error) };
          }
        }),
      faceHonest,
      recover: faceHonest,
      close: honest.close,
    };
  },
};
