import type { Actor } from '../../../http/request-state.ts';

/** Names an actor as entries of a chain do: by the credential, and the member whom it acts for, if any. */
export const nameActor = ({ credentialId, memberId }: Actor) => ({
  credential_id: credentialId,
  ...(memberId === null ? {} : { member_id: memberId }),
});
