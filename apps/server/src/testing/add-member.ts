export { addMember } from '../features/members/add-member.ts';
