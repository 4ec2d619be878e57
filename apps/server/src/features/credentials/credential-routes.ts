import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import type { Caller } from '../../http/request-state.ts';
import { getCredential } from './get-credential.ts';
import { grantCredential } from './grant-credential.ts';
import { listCredentialPage } from './list-credential-page.ts';
import { rotateCredential } from './rotate-credential.ts';
import { updateCredential } from './update-credential.ts';
import { withdrawCredential } from './withdraw-credential.ts';

export const credentialRoutes = (context: Context) =>
  implement(contract.credentials, {
    list: ({ caller, query }) => listCredentialPage(context, { ...caller, query }),
    create: (tx, { caller, body }) => grantCredential(context, tx, { caller, body }),
    get: ({ caller, params }) => getCredential(context, { ...caller, credentialId: params.credential_id }),
    update: {
      endsRight: true,
      run: (tx, given) => updateCredential(context, tx, { ...named(given), body: given.body }),
    },
    rotate: {
      endsRight: true,
      run: (tx, given) =>
        rotateCredential(context, tx, { ...named(given), overlapHours: given.body?.overlap_hours }),
    },
    revoke: { endsRight: true, run: (tx, given) => withdrawCredential(context, tx, named(given)) },
  });

const named = ({ caller, params }: { caller: Caller; params: { credential_id: string } }) => ({
  caller,
  // As the caller's own is spelt.
  credentialId: params.credential_id.toLowerCase(),
});
