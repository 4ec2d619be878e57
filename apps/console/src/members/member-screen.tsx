import type { Member } from '@field-inspection/sdk';
import { NotFoundError } from '@field-inspection/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { Chip } from '../parts/chip.tsx';
import { Fact } from '../parts/fact.tsx';
import { nameLanguage } from '../fields/locales.ts';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { useMay } from '../service/me.ts';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { MemberActions } from './member-actions.tsx';
import { MemberForm } from './member-form.tsx';
import { PasskeysOf } from './passkeys-of.tsx';
import { useMember } from './member-queries.ts';
import { SessionsOf } from './sessions-of.tsx';

export const MemberScreen = () => {
  const { memberId } = getRouteApi('/settings/members/$memberId').useParams();
  const query = useMember(memberId);
  if (query.error instanceof NotFoundError) return <NotFound />;
  return (
    <>
      <SettingsTabs />
      <Asked query={query}>{(member) => <Shown member={member} />}</Asked>
    </>
  );
};

const Shown = ({ member }: { member: Member }) => (
  <Screen heading={member.name} actions={useMay('members:write') && <MemberActions member={member} />}>
    <Facts member={member} />
    <div className="columns">
      <Section heading={write('endpoints.edit')} scope="members:write">
        <MemberForm member={member} key={JSON.stringify(member)} />
      </Section>
      <div>
        <Section heading={write('members.sessions')} scope="credentials:read">
          <SessionsOf memberId={member.id} />
        </Section>
        <Section heading={write('members.passkeys')} scope="credentials:read">
          <PasskeysOf memberId={member.id} />
        </Section>
      </div>
    </div>
    <InCode calls={[CALLS.updateMember(member.id), CALLS.listMemberSessions(member.id)]} />
  </Screen>
);

const Facts = ({ member }: { member: Member }) => {
  const { invitation } = member;
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{write('label.status')}</dt>
          <dd>
            <Chip group="member" word={member.status} />
          </dd>
        </div>
        <Fact name={write('account.email')} value={member.email} />
        <Fact name={write('account.role')} value={writeWord('role', member.role)} />
        <Fact name={write('new.language')} value={nameLanguage(member.locale)} />
        {member.joined_at && <Fact name={write('members.joined')} value={writeTime(member.joined_at)} />}
        {member.status === 'invited' && invitation && (
          <Fact name={write('members.link_until')} value={writeTime(invitation.expires_at)} />
        )}
      </dl>
      {(invitation?.status === 'failed' || invitation?.status === 'bounced') && (
        <p className="error">{write('session.undelivered')}</p>
      )}
    </>
  );
};
