import type { Actor } from '../../../http/request-state.ts';

/** Who did it, as entries of a chain say it: the credential, and the member whom it acts for where there is one. */
export const nameActor = ({ credentialId, memberId }: Actor) => ({
  credential_id: credentialId,
  ...(memberId === null ? {} : { member_id: memberId }),
});
