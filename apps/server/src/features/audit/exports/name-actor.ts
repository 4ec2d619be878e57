import type { Actor } from '../../../http/request-state.ts';

export const nameActor = ({ credentialId, memberId }: Actor) => ({
  credential_id: credentialId,
  ...(memberId === null ? {} : { member_id: memberId }),
});
