import type { CredentialWithKey, ScopeName } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { DeveloperTabs } from '../developers/developer-tabs.tsx';
import { Button } from '../parts/button.tsx';
import { Checks } from '../fields/checks.tsx';
import { Secret } from '../parts/copy-button.tsx';
import { readForm } from '../fields/read-form.ts';
import { Said } from '../parts/said.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { StepUpNote } from '../parts/step-up-note.tsx';
import { client } from '../service/client.ts';
import { useMe } from '../service/me.ts';
import { queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';
import { KeyLimits, readLimits } from './key-limits.tsx';

/** Nobody grants more than they hold: the scopes are those of who is at the desk. */
export const NewKeyScreen = () => {
  const { scopes } = useMe();
  const create = useMutation({
    mutationFn: (form: HTMLFormElement) =>
      client.credentials.create({
        ...readLimits(readForm(form)),
        scopes: new FormData(form).getAll('scopes') as ScopeName[],
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(event.currentTarget);
  };
  return (
    <>
      <DeveloperTabs />
      {create.data ? (
        <Created made={create.data} />
      ) : (
        <Screen heading={write('keys.new')}>
          <Section heading={write('keys.program')} scope="credentials:write">
            <StepUpNote />
            <form className="form" onSubmit={send}>
              <KeyLimits />
              <Checks label={write('keys.scopes')} name="scopes" words={scopes} chosen={[]} />
              <Button type="submit" isWaiting={create.isPending}>
                {write('new.create')}
              </Button>
              <Said saving={create} done="" />
            </form>
          </Section>
          <InCode calls={[CALLS.createKey()]} />
        </Screen>
      )}
    </>
  );
};

const Created = ({ made }: { made: CredentialWithKey }) => (
  <Screen heading={write('keys.created')}>
    <div className="section form">
      <Secret label={write('keys.key')} secret={made.api_key} />
      <Link className="link" to="/developers/keys/$credentialId" params={{ credentialId: made.id }}>
        {write('keys.open')}
      </Link>
    </div>
  </Screen>
);
