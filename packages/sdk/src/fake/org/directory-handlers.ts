import {
  judgeRole,
  listGrantedRoles,
  noSuch,
  requireDirectoryVersion,
  requireDistinctGroups,
  requireSso,
} from '@field-inspection/rules';
import type { Directory, UpdateDirectoryBody } from '../../resources/directory.ts';
import type { MemberRole } from '../../resources/members.ts';
import { matchesFakeVersion } from '../front/fake-refusal.ts';
import type { FakeHandlers, FakeInput } from '../front/fake-service.ts';
import { listFakePage } from '../front/list-fake-page.ts';
import type { FakeCredential, FakeState } from '../state/fake-state.ts';
import { credentialHandlers, readHeld } from './credential-handlers.ts';

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
    requireSso(state.organisation.plan);
    const body = { ...input.body, scopes: ['directory:write'] };
    return credentialHandlers['credentials.create'](state, { ...input, body });
  },
  'directory.rotateToken': (state, input) => {
    requireSso(state.organisation.plan);
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
  const { directory, plan } = organisation;
  const { default_role = directory.default_role, roles = directory.roles } = body as UpdateDirectoryBody;
  requireSso(plan);
  const ifMatch = headers.get('if-match');
  requireDirectoryVersion(directory.version, matchesFakeVersion(directory.version, ifMatch));
  const granted = listGrantedRoles(body as { default_role?: MemberRole; roles?: { role: MemberRole }[] });
  for (const role of granted) judgeRole(readHeld(credential!), { role });
  requireDistinctGroups(roles);
  organisation.directory = {
    default_role,
    roles: roles.map(({ group, role }) => ({ group: group.trim(), role })),
    version: directory.version + 1,
    updated_at: now().toISOString(),
  };
  return showDirectory(state);
}

const isToken = ({ scopes }: FakeCredential): boolean => scopes.join() === 'directory:write';

function requireToken({ credentials }: FakeState, { ids: [id = ''] }: FakeInput): void {
  const found = credentials.get(id);
  if (!found || !isToken(found)) throw noSuch('credential', id);
}
