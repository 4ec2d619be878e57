import type { SubscribableEventType, WebhookEndpoint } from '@field-inspection/sdk';
import type { FormEvent } from 'react';
import { EVENT_TYPES } from './read-delivery-filters.ts';
import { Button } from '../parts/button.tsx';
import { Checks } from '../fields/checks.tsx';
import { Field } from '../fields/field.tsx';
import { Said, type Saving } from '../parts/said.tsx';
import { write } from '../words/words.ts';

/** The fields of the form; one of kind pull has no address. */
export type TypedEndpoint = { url?: string; description: string; event_types: SubscribableEventType[] };

const TYPES = EVENT_TYPES.filter((type) => type !== 'ping');

type Props = {
  before?: WebhookEndpoint;
  hasAddress: boolean;
  button: string;
  saving: Saving & { mutate: (typed: TypedEndpoint) => void };
};

export const EndpointForm = ({ before, hasAddress, button, saving }: Props) => {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    saving.mutate({
      ...(hasAddress && { url: String(form.get('url')).trim() }),
      description: String(form.get('description')).trim(),
      event_types: form.getAll('types') as SubscribableEventType[],
    });
  };
  return (
    <form className="form" onSubmit={send}>
      {hasAddress && (
        <Field
          label={write('endpoints.address')}
          name="url"
          type="url"
          maxLength={2048}
          required
          placeholder="https://"
          defaultValue={before?.url}
        />
      )}
      <Field
        label={write('endpoints.description')}
        name="description"
        maxLength={500}
        defaultValue={before?.description}
      />
      <Checks
        label={write('endpoints.types_none')}
        name="types"
        words={TYPES}
        chosen={before?.event_types ?? []}
      />
      <Button type="submit" isWaiting={saving.isPending}>
        {button}
      </Button>
      <Said saving={saving} done={before ? write('saved') : ''} />
    </form>
  );
};
