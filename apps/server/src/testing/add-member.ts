export { addMember } from '../features/members/add-member.ts';
export { hashToken } from '../platform/secrets/hash-token.ts';
