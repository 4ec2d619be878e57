import { contract } from '@field-inspection/contract';
import { readRecipient } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { sessionKeyOf, type Caller } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { readPhoneFor } from '../../platform/messages/read-phone.ts';
import { listInvites } from './list-invites.ts';
import { mintInvite } from './exports/mint-invite.ts';
import { reissueInvite } from './reissue-invite.ts';
import { revokeInvite } from './revoke-invite.ts';

export const participantRoutes = (context: Context) =>
  implement(contract.participants, {
    create: (tx, { caller, params, body = {} }) =>
      mintInvite(context, tx, {
        ...sessionKeyOf({ caller, params }),
        recipient: readRecipient(body, readPhoneFor(context.config, caller.organisationTimeZone)),
        ttlMinutes: body.ttl_minutes,
        linkDomain: caller.linkDomain,
      }),
    list: (given) => listInvites(context, { ...sessionKeyOf(given), ...given.query }),
    reissue: (tx, given) =>
      reissueInvite(context, tx, { ...inviteKeyOf(given), linkDomain: given.caller.linkDomain }),
    revoke: (tx, given) => revokeInvite(context, tx, inviteKeyOf(given)),
  });

const inviteKeyOf = (given: { caller: Caller; params: { session_id: string; invite_id: string } }) => ({
  ...sessionKeyOf(given),
  inviteId: given.params.invite_id,
});
