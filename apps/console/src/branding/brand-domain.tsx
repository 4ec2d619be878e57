import type { Branding } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Button } from '../parts/button.tsx';
import { Fact } from '../parts/fact.tsx';
import { Field } from '../fields/field.tsx';
import { readForm } from '../fields/read-form.ts';
import { Said } from '../parts/said.tsx';
import { client } from '../service/client.ts';
import { queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';

type Domain = Branding['domain'];

/** Links go over the organisation's own domain once its record was found. */
export const BrandDomain = ({ domain }: { domain: Domain }) => {
  const save = useMutation({
    mutationFn: (name: string) => client.branding.update({ domain: name || null }),
    onSuccess: (changed) => queryClient.setQueryData(['branding'], changed),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(readForm(event.currentTarget).domain ?? '');
  };
  return (
    <>
      <form className="form" onSubmit={send}>
        <Field
          label={write('branding.domain_name')}
          name="domain"
          maxLength={253}
          defaultValue={domain?.name}
        />
        <Button kind="secondary" type="submit" isWaiting={save.isPending}>
          {write('save')}
        </Button>
        <Said saving={save} done="" />
      </form>
      {domain && <Verification domain={domain} />}
    </>
  );
};

const Verification = ({ domain }: { domain: NonNullable<Domain> }) => {
  const verify = useMutation({
    mutationFn: () => client.branding.verifyDomain(),
    onSuccess: (changed) => queryClient.setQueryData(['branding'], changed),
  });
  if (domain.verified && domain.missing_since === null)
    return <p className="note good">{write('branding.verified')}</p>;
  return (
    <>
      <p className="note">
        {domain.missing_since
          ? write('branding.missing', { time: writeTime(domain.missing_since) })
          : write('branding.record')}
      </p>
      <dl className="facts">
        <Fact name={domain.record.type} value={domain.record.name} />
        <Fact name={write('branding.record_value')} value={domain.record.value} />
      </dl>
      <Button kind="secondary" isWaiting={verify.isPending} onPress={() => verify.mutate()}>
        {write('branding.verify')}
      </Button>
      <Said saving={verify} done="" />
    </>
  );
};
