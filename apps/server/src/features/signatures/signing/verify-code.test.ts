import { expect, it } from 'vitest';
import type { Sharers, Transact } from '../../../platform/database/transact.ts';
import { verifySigningCode } from './verify-code.ts';

it('codes that wait for one request to sign share the connections of its organisation', async () => {
  const shares: (Sharers | undefined)[] = [];
  const transact: Transact = (_work, options) => {
    shares.push(options?.sharedBy);
    return Promise.reject(new Error('not run'));
  };
  const claim = { organisationId: 'o', signatureId: 's', code: '123456', device: {} };
  const verifying = verifySigningCode({ transact } as never, claim as never);
  await expect(verifying).rejects.toThrow('not run');
  expect(shares).toEqual([{ organisationId: 'o' }]);
});
