import { z } from 'zod';
import { readPolicy, writePolicy } from '../laws/policy.ts';
import { c } from '../route.ts';
import { Id } from '../shapes/id.ts';
import { NoBody } from '../shapes/no-body.ts';
import { Timestamp } from '../shapes/timestamp.ts';

/** The person at the company's provider who signs in as a member. */
export const MemberIdentity = z
  .object({
    connection: Id.meta({ description: 'The sign-on by which they come' }),
    subject: z.string().meta({
      description: 'What the provider calls the person, whatever their address',
      example: 'a81bc81b-dead-4e5d-abff-90865d1e13b1',
    }),
    linked_at: Timestamp.meta({ description: 'When they first signed in as this member' }),
  })
  .meta({ id: 'MemberIdentity', description: "The person at the company's provider who is this member" });

export type MemberIdentity = z.infer<typeof MemberIdentity>;

const MemberParams = z.object({ member_id: Id });

/** Routes of an org_admin. */
export const memberIdentity = c.router({
  getIdentity: {
    method: 'GET',
    path: '/org/members/:member_id/identity',
    summary: 'Get who a member is at the provider',
    description: 'A member who has not signed in by the sign-on has none: 404.',
    pathParams: MemberParams,
    responses: { 200: MemberIdentity },
    metadata: readPolicy('directory:read'),
  },
  unlink: {
    method: 'DELETE',
    path: '/org/members/:member_id/identity',
    summary: 'Unlink a member from the provider',
    description:
      'The person signs in as this member no more. Who next comes from the provider with the address of the member is linked, once. You must hold all that the member may do. Sessions that there are stay: end them on their own.',
    pathParams: MemberParams,
    body: NoBody,
    responses: { 204: c.noBody() },
    metadata: writePolicy('members:write'),
  },
});
