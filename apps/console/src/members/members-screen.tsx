import type { Member } from '@field-inspection/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { Cell } from '../parts/cell.tsx';
import { Chip } from '../parts/chip.tsx';
import { Choice } from '../fields/choice.tsx';
import { Empty } from '../parts/empty.tsx';
import { Filters } from '../parts/filters.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { useMay } from '../service/me.ts';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { InviteMember } from './invite-member.tsx';
import { useMembers } from './member-queries.ts';
import { MEMBER_STATUSES, readMemberFilters, ROLES, type MemberFilters } from './read-member-filters.ts';

/** Lists the people of the organisation, and invites more. */
export const MembersScreen = () => {
  const filters: MemberFilters = getRouteApi('/settings/members').useSearch();
  return (
    <>
      <SettingsTabs />
      <Screen heading={write('members.heading')} actions={useMay('members:write') && <InviteMember />}>
        <MemberChoices filters={filters} />
        <Section heading={write('members.all')} scope="org:read">
          <Members filters={filters} />
        </Section>
        <InCode calls={[CALLS.listMembers(filters), CALLS.inviteMember()]} />
      </Screen>
    </>
  );
};

const MemberChoices = ({ filters }: { filters: MemberFilters }) => {
  const navigate = useNavigate({ from: '/settings/members' });
  return (
    <Filters
      label={write('members.find')}
      shown={filters}
      onChange={(chosen) => void navigate({ search: readMemberFilters(chosen), replace: true })}
    >
      <Choice
        label={write('label.status')}
        name="status"
        value={filters.status}
        words={MEMBER_STATUSES}
        write={(word) => writeWord('member', word)}
        none={write('inspections.any')}
      />
      <Choice
        label={write('account.role')}
        name="role"
        value={filters.role}
        words={ROLES}
        write={(word) => writeWord('role', word)}
        none={write('inspections.any')}
      />
    </Filters>
  );
};

const Members = ({ filters }: { filters: MemberFilters }) => {
  const query = useMembers(filters);
  return (
    <Asked query={query}>
      {(members) =>
        members.length === 0 ? (
          <Empty words={write('members.none')}>
            <Link className="link" to="/settings/members">
              {write('inspections.clear')}
            </Link>
          </Empty>
        ) : (
          <>
            <Table members={members} />
            <More query={query} />
          </>
        )
      }
    </Asked>
  );
};

const Table = ({ members }: { members: readonly Member[] }) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{write('account.name')}</th>
        <th scope="col">{write('account.email')}</th>
        <th scope="col">{write('account.role')}</th>
        <th scope="col">{write('label.status')}</th>
        <th scope="col">{write('members.joined')}</th>
      </tr>
    </thead>
    <tbody>
      {members.map((member) => (
        <tr key={member.id}>
          <th scope="row" dir="auto">
            <Link className="link" to="/settings/members/$memberId" params={{ memberId: member.id }}>
              {member.name}
            </Link>
          </th>
          <Cell name={write('account.email')}>{member.email}</Cell>
          <Cell name={write('account.role')}>{writeWord('role', member.role)}</Cell>
          <Cell name={write('label.status')}>
            <Chip group="member" word={member.status} />
          </Cell>
          <Cell name={write('members.joined')}>{member.joined_at && writeTime(member.joined_at)}</Cell>
        </tr>
      ))}
    </tbody>
  </table>
);
