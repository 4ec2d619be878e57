import type { Organisation } from '@field-inspection/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { Button } from '../parts/button.tsx';
import { readForm } from '../fields/read-form.ts';
import { Said } from '../parts/said.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { POLL_MS, queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';
import { composeOrganisation } from './compose-organisation.ts';
import { OrganisationFields } from './organisation-fields.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

/** Shows the organisation's name, whom people can turn to, and how long its members stay signed in. */
export const OrganisationScreen = () => {
  const query = useQuery({
    queryKey: ['organisation'],
    queryFn: ({ signal }) => client.org.get({ signal }),
    enabled: useMay('org:read'),
    refetchInterval: POLL_MS,
  });
  return (
    <>
      <SettingsTabs />
      <Screen heading={write('organisation.heading')}>
        <Section heading={write('endpoints.edit')} scope="org:write">
          <Asked query={query}>
            {(organisation) => <OrganisationForm before={organisation} key={JSON.stringify(organisation)} />}
          </Asked>
        </Section>
        <InCode calls={[CALLS.updateOrganisation()]} />
      </Screen>
    </>
  );
};

const OrganisationForm = ({ before }: { before: Organisation }) => {
  const save = useMutation({
    mutationFn: (typed: Record<string, string>) => client.org.update(composeOrganisation(typed, before)),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['organisation'] }),
        queryClient.invalidateQueries({ queryKey: ['me'] }),
      ]),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(readForm(event.currentTarget));
  };
  return (
    <form className="form" onSubmit={send}>
      <OrganisationFields before={before} />
      <Button type="submit" isWaiting={save.isPending}>
        {write('save')}
      </Button>
      <Said saving={save} done={write('saved')} />
    </form>
  );
};
