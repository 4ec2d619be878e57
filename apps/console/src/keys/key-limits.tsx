import type { Credential } from '@field-inspection/sdk';
import { Field, Lines } from '../fields/field.tsx';
import { fillMoment, readLines, readMoment } from '../fields/read-form.ts';
import { write } from '../words/words.ts';

/** The fields that a new key has, and that one may be given later. */
export const KeyLimits = ({ before }: { before?: Credential }) => (
  <>
    <Field label={write('account.name')} name="name" maxLength={200} required defaultValue={before?.name} />
    <Lines
      label={write('keys.networks_typed')}
      name="networks"
      maxLength={5000}
      defaultValue={before?.allowed_networks.join('\n')}
    />
    <Field
      label={write('keys.until')}
      name="until"
      type="datetime-local"
      defaultValue={fillMoment(before?.expires_at ?? null)}
    />
  </>
);

export const readLimits = ({ name, networks, until }: Readonly<Record<string, string>>) => ({
  name: name ?? '',
  allowed_networks: readLines(networks),
  expires_at: readMoment(until),
});
