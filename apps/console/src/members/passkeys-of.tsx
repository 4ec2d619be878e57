import type { Passkey } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Asked } from '../parts/asked.tsx';
import { Button } from '../parts/button.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { askMemberAgain, usePasskeysOf } from './member-queries.ts';

/** Shows the passkeys of a member, and takes one away that is lost. */
export const PasskeysOf = ({ memberId }: { memberId: string }) => (
  <Asked query={usePasskeysOf(memberId)}>
    {(passkeys) =>
      passkeys.length === 0 ? (
        <p className="quiet">{write('members.no_passkey')}</p>
      ) : (
        <ul className="people">
          {passkeys.map((passkey) => (
            <OnePasskey key={passkey.id} passkey={passkey} memberId={memberId} />
          ))}
        </ul>
      )
    }
  </Asked>
);

const OnePasskey = ({ passkey, memberId }: { passkey: Passkey; memberId: string }) => {
  const remove = useMutation({
    mutationFn: () => client.members.deletePasskey(memberId, passkey.id),
    onSuccess: () => askMemberAgain(memberId),
  });
  return (
    <li>
      <p className="text">
        <strong dir="auto">{passkey.name}</strong>{' '}
        <span className="quiet">{writeTime(passkey.last_used_at ?? passkey.created_at)}</span>
      </p>
      {useMay('credentials:write') && (
        <Button kind="secondary" isWaiting={remove.isPending} onPress={() => remove.mutate()}>
          {write('members.remove_passkey')}
        </Button>
      )}
      <Said saving={remove} done="" />
    </li>
  );
};
