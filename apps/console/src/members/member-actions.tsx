import type { Member } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';
import { askMemberAgain } from './member-queries.ts';

export const MemberActions = ({ member: { id, status } }: { member: Member }) => (
  <div className="actions">
    {status === 'invited' && <Resend memberId={id} />}
    {status === 'active' && <Disable memberId={id} />}
    {status === 'disabled' && <Enable memberId={id} />}
    <Remove memberId={id} />
  </div>
);

const Resend = ({ memberId }: { memberId: string }) => {
  const resend = useMutation({
    mutationFn: () => client.members.resendInvitation(memberId),
    onSuccess: () => askMemberAgain(memberId),
  });
  return (
    <>
      <Button kind="secondary" isWaiting={resend.isPending} onPress={() => resend.mutate()}>
        {write('members.resend')}
      </Button>
      <Said saving={resend} done={write('members.resent')} />
    </>
  );
};

const Disable = ({ memberId }: { memberId: string }) => {
  const disable = useMutation({
    mutationFn: () => client.members.update(memberId, { status: 'disabled' }),
    onSuccess: () => askMemberAgain(memberId),
  });
  return (
    <Confirm
      label={write('members.disable')}
      words={write('members.disable_words')}
      now={write('members.disable_now')}
      saving={disable}
    />
  );
};

const Enable = ({ memberId }: { memberId: string }) => {
  const enable = useMutation({
    mutationFn: () => client.members.update(memberId, { status: 'active' }),
    onSuccess: () => askMemberAgain(memberId),
  });
  return (
    <>
      <Button kind="secondary" isWaiting={enable.isPending} onPress={() => enable.mutate()}>
        {write('members.enable')}
      </Button>
      <Said saving={enable} done="" />
    </>
  );
};

const Remove = ({ memberId }: { memberId: string }) => {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.members.delete(memberId),
    onSuccess: async () => {
      await navigate({ to: '/settings/members' });
      await queryClient.invalidateQueries({ queryKey: ['members'] });
    },
  });
  return (
    <Confirm
      label={write('members.remove')}
      words={write('members.remove_words')}
      now={write('members.remove_now')}
      saving={remove}
    />
  );
};
