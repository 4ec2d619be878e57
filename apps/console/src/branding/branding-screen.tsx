import type { Branding } from '@field-inspection/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
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
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { write } from '../words/words.ts';
import { BrandDomain } from './brand-domain.tsx';
import { BrandFields } from './brand-fields.tsx';
import { BrandLogo } from './brand-logo.tsx';
import { BrandLook } from './brand-look.tsx';
import { composeBranding, fillBrand, type TypedBrand } from './compose-branding.ts';

export const BrandingScreen = () => {
  const query = useQuery({
    queryKey: ['branding'],
    queryFn: ({ signal }) => client.branding.get({ signal }),
    enabled: useMay('branding:read'),
    refetchInterval: POLL_MS,
  });
  return (
    <>
      <SettingsTabs />
      <Screen heading={write('branding.heading')}>
        <Asked query={query}>{(branding) => <Shown branding={branding} key={branding.version} />}</Asked>
        <InCode calls={[CALLS.updateBranding()]} />
      </Screen>
    </>
  );
};

/** The look follows what is typed, before it is saved. */
const Shown = ({ branding }: { branding: Branding }) => {
  const [typed, setTyped] = useState<TypedBrand>(fillBrand(branding));
  const save = useMutation({
    mutationFn: () => client.branding.update(composeBranding(typed, branding)),
    onSuccess: (changed) => queryClient.setQueryData(['branding'], changed),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <div className="columns">
      <div>
        <Section heading={write('branding.brand')} scope="branding:write">
          <form
            className="form"
            onSubmit={send}
            onChange={(event) => setTyped({ ...typed, ...readForm(event.currentTarget) })}
          >
            <BrandFields before={fillBrand(branding)} />
            <Button type="submit" isWaiting={save.isPending}>
              {write('save')}
            </Button>
            <Said saving={save} done={write('saved')} />
          </form>
        </Section>
        <Section heading={write('branding.domain')} scope="branding:write">
          <BrandDomain domain={branding.domain} />
        </Section>
      </div>
      <div>
        <Section heading={write('branding.look')} scope="branding:read">
          <BrandLook typed={typed} logo={branding.logo} />
        </Section>
        <Section heading={write('branding.logo')} scope="branding:write">
          <BrandLogo hasLogo={branding.logo !== null} />
        </Section>
      </div>
    </div>
  );
};
