import { PLAN_LIMITS } from '@field-inspection/contract/plain';
import { noSuch, Refusal } from '@field-inspection/rules';
import type { Directory, UpdateDirectoryBody } from '../../resources/directory.ts';
import type { MemberRole } from '../../resources/members.ts';
import { matchesFakeVersion } from '../front/fake-condition.ts';
import { refuseField } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import type { FakeCredential, FakeState } from '../state/fake-state.ts';
import { credentialHandlers } from './credential-handlers.ts';
import { requireFakeRole } from './require-fake-grant.ts';

/** No directory calls the fake, so that it knows no groups and no log. */
export const directoryHandlers: FakeHandlers<'directory'> = {
  'directory.get': showDirectory,
  'directory.update': updateDirectory,
  'directory.listTokens': (state, input) => {
    const items = [...state.credentials.values()].filter(isToken);
    const page = listFakePage(state, { items, list: 'directory_tokens', query: input.query });
    const get = credentialHandlers['credentials.get'];
    return { ...page, data: page.data.map(({ id }) => get(state, { ...input, ids: [id] })) };
  },
  'directory.createToken': (state, input) => {
    requireSso(state);
    const body = { ...input.body, scopes: ['directory:write'] };
    return credentialHandlers['credentials.create'](state, { ...input, body });
  },
  'directory.rotateToken': (state, input) => {
    requireSso(state);
    requireToken(state, input);
    return credentialHandlers['credentials.rotate'](state, input);
  },
  'directory.revokeToken': (state, input) => {
    requireToken(state, input);
    return credentialHandlers['credentials.revoke'](state, input);
  },
  'directory.listGroups': (state, { query }) =>
    listFakePage(state, { items: [], list: 'directory_groups', query }),
  'directory.listLog': (state, { query }) => listFakePage(state, { items: [], list: 'provisioning', query }),
};

function showDirectory({ baseUrl, organisation }: FakeState): Directory {
  return { scim_url: `${baseUrl}/scim/v2`, ...organisation.directory };
}

function updateDirectory(state: FakeState, { body, headers, credential }: FakeInput): Directory {
  const { organisation, now } = state;
  const { directory } = organisation;
  requireSso(state);
  if (!matchesFakeVersion(directory.version, headers.get('if-match')))
    throw new Refusal(
      'precondition_failed',
      `The directory has the version ${directory.version} now. Get it, and send your change again with its ETag.`,
    );
  const given = body as UpdateDirectoryBody;
  const granted = new Set([given.default_role, ...(given.roles ?? []).map(({ role }) => role)]);
  for (const role of granted) if (role) requireFakeRole(credential!, { role: role as MemberRole });
  const { default_role = directory.default_role, roles = directory.roles } = given;
  const names = new Set(roles.map(({ group }) => group.trim().toLowerCase()));
  if (names.size < roles.length) throw refuseField('body.roles', 'invalid_value', 'names a group twice');
  organisation.directory = {
    default_role,
    roles: roles.map(({ group, role }) => ({ group: group.trim(), role })),
    version: directory.version + 1,
    updated_at: now().toISOString(),
  };
  return showDirectory(state);
}

function requireSso({ organisation: { plan } }: FakeState): void {
  if (PLAN_LIMITS[plan].sso) return;
  const message = `The plan ${plan} does not include sign-on and provisioning by a directory of your own. Change the plan.`;
  throw new Refusal('sso.not_in_plan', message);
}

const isToken = ({ scopes }: FakeCredential): boolean => scopes.join() === 'directory:write';

function requireToken({ credentials }: FakeState, { ids: [id = ''] }: FakeInput): void {
  const found = credentials.get(id);
  if (!found || !isToken(found)) throw noSuch('credential', id);
}
