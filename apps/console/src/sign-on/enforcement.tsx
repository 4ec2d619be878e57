import { useMutation } from '@tanstack/react-query';
import { DialogTrigger, Button as Trigger } from 'react-aria-components';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';

/** To enforce it takes a test in this session; the service says what is missing. */
export const Enforcement = ({ isEnforced }: { isEnforced: boolean }) => {
  const change = useMutation({
    mutationFn: (enforced: boolean) => client.sso.enforce({ enforced }),
    onSuccess: (connection) => queryClient.setQueryData(['sso'], connection),
  });
  if (isEnforced)
    return (
      <>
        <Button kind="secondary" isWaiting={change.isPending} onPress={() => change.mutate(false)}>
          {write('sign_on.release')}
        </Button>
        <Said saving={change} done="" />
      </>
    );
  return (
    <DialogTrigger>
      <Trigger className="button secondary">{write('sign_on.enforce')}</Trigger>
      <Panel heading={write('sign_on.enforce')}>
        <p className="text">{write('sign_on.enforce_words')}</p>
        <Button isWaiting={change.isPending} onPress={() => change.mutate(true)}>
          {write('sign_on.enforce_now')}
        </Button>
        <Said saving={change} done="" />
      </Panel>
    </DialogTrigger>
  );
};
