import type { RoleName } from '@field-inspection/contract';
import type { FieldInspection } from '@field-inspection/sdk';
import { callApi } from '../../../../testing/call-api.ts';
import { seedOrganisation } from '../../../../testing/seed-organisation.ts';
import type { TestServer } from '../../../../testing/start-test-server.ts';

export type ScimBody = Record<string, unknown>;
export type ScimReply = {
  status: number;
  body: {
    [name: string]: unknown;
    id: string;
    detail: string;
    Resources: { id: string }[];
    members: { value: string }[];
    meta: { version: string };
  };
  headers: Headers;
};

export type TestDirectory = {
  organisationId: string;
  client: FieldInspection;
  token: { id: string; api_key: string };
  call: (route: string, body?: unknown, headers?: Record<string, string>) => Promise<ScimReply>;
  /** A user of the directory, active unless told otherwise. */
  addUser: (userName: string, more?: ScimBody) => Promise<{ id: string; member: string }>;
  addGroup: (displayName: string, userIds?: string[]) => Promise<string>;
  memberOf: (
    userName: string,
  ) => Promise<{ id: string; status: string; role: string; name: string; email: string }>;
};

/** Opens a directory of an organisation of its own, with its token and whatever its map of roles says. */
export const openDirectory = async (
  server: TestServer,
  {
    roles = [],
    default_role = 'observer',
  }: { roles?: { group: string; role: RoleName }[]; default_role?: 'observer' | 'inspector' } = {},
): Promise<TestDirectory> => {
  const seed = await seedOrganisation(server.context);
  const client = server.clientOf(seed.apiKey);
  await client.directory.update({ roles, default_role });
  const token = await client.directory.createToken({ name: 'Directory' });
  await server.context.database.prisma.credential.updateMany({
    where: { id: token.id },
    data: { rate_limit: 1_000_000 },
  });
  const call = (route: string, body?: unknown, headers: Record<string, string> = {}) =>
    callScim(server, route, { apiKey: token.api_key, body, headers });
  const { prisma } = server.context.database;
  return {
    organisationId: seed.organisationId,
    client,
    token,
    call,
    addUser: async (userName, more = {}) => {
      const { body } = await call('POST /Users', { schemas: [USER], userName, active: true, ...more });
      const { id } = body as { id: string };
      const user = await prisma.directoryUser.findFirstOrThrow({ where: { id } });
      return { id, member: user.member_id ?? '' };
    },
    addGroup: async (displayName, userIds = []) => {
      const members = userIds.map((value) => ({ value }));
      const { body } = await call('POST /Groups', { schemas: [GROUP], displayName, members });
      return (body as { id: string }).id;
    },
    memberOf: async (userName) => {
      const user = await prisma.directoryUser.findFirstOrThrow({
        where: { organisation_id: seed.organisationId, user_name: userName },
        include: { member: true },
      });
      return user.member!;
    },
  };
};

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Calls /scim/v2 over HTTP as a directory does. */
export const callScim = async (
  server: Pick<TestServer, 'baseUrl' | 'seed'>,
  route: string,
  given: { apiKey: string | null; body?: unknown; headers?: Record<string, string> },
): Promise<ScimReply> => {
  const type = given.body === undefined ? {} : { 'content-type': 'application/scim+json' };
  const headers = { ...type, ...given.headers };
  const reply = await callApi(server, route, { ...given, root: '/scim/v2', headers });
  return { ...reply, body: (reply.text === '' ? undefined : reply.body) as unknown as ScimReply['body'] };
};
