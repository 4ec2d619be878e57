import type { Credential } from '@field-inspection/sdk';
import { NotFoundError } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { DeveloperTabs } from '../developers/developer-tabs.tsx';
import { Asked } from '../parts/asked.tsx';
import { Button } from '../parts/button.tsx';
import { readForm } from '../fields/read-form.ts';
import { Said } from '../parts/said.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { StepUpNote } from '../parts/step-up-note.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { NotFound } from '../shell/not-found.tsx';
import { write } from '../words/words.ts';
import { KeyActions } from './key-actions.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeyLimits, readLimits } from './key-limits.tsx';
import { askKeyAgain, useKey } from './key-queries.ts';

export const KeyScreen = () => {
  const { credentialId } = getRouteApi('/developers/keys/$credentialId').useParams();
  const query = useKey(credentialId);
  if (query.error instanceof NotFoundError) return <NotFound />;
  return (
    <>
      <DeveloperTabs />
      <Asked query={query}>{(credential) => <Shown credential={credential} />}</Asked>
    </>
  );
};

const Shown = ({ credential }: { credential: Credential }) => {
  const mayChange = useMay('credentials:write') && credential.status === 'active';
  return (
    <Screen heading={credential.name} actions={mayChange && <KeyActions credentialId={credential.id} />}>
      <KeyFacts credential={credential} />
      {credential.status === 'active' && (
        <Section heading={write('endpoints.edit')} scope="credentials:write">
          <StepUpNote />
          <Edit credential={credential} key={JSON.stringify(readBefore(credential))} />
        </Section>
      )}
      <InCode calls={[CALLS.rotateKey(credential.id), CALLS.revokeKey(credential.id)]} />
    </Screen>
  );
};

/** When it was used changes all the time, and takes nothing from who types. */
const readBefore = ({ name, allowed_networks, expires_at }: Credential) => [
  name,
  allowed_networks,
  expires_at,
];

const Edit = ({ credential }: { credential: Credential }) => {
  const save = useMutation({
    mutationFn: (form: HTMLFormElement) =>
      client.credentials.update(credential.id, readLimits(readForm(form))),
    onSuccess: () => askKeyAgain(credential.id),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(event.currentTarget);
  };
  return (
    <form className="form" onSubmit={send}>
      <KeyLimits before={credential} />
      <Button type="submit" isWaiting={save.isPending}>
        {write('save')}
      </Button>
      <Said saving={save} done={write('saved')} />
    </form>
  );
};
