import type { OutcomeFilter, SessionStatus } from '@field-inspection/sdk';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { Button } from '../parts/button.tsx';
import { Choice } from '../fields/choice.tsx';
import { Field } from '../fields/field.tsx';
import { write, writeWord } from '../words/words.ts';
import { readFilters, type Filters } from './read-filters.ts';

const STATUSES: SessionStatus[] = ['created', 'open', 'recording', 'closed', 'expired'];
const OUTCOMES: OutcomeFilter[] = ['none', 'accepted', 'rejected', 'inconclusive'];

/** A choice filters at once, a text when it is sent: the address has it either way. */
export const FilterForm = ({ filters }: { filters: Filters }) => {
  const navigate = useNavigate({ from: '/inspections' });
  const apply = (form: HTMLFormElement) =>
    void navigate({ search: readFilters(Object.fromEntries(new FormData(form))), replace: true });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  // The fields are those of the address, also after the browser's way back.
  return (
    <form
      className="filters"
      role="search"
      aria-label={write('inspections.filter')}
      key={JSON.stringify(filters)}
      onSubmit={send}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) apply(event.currentTarget);
      }}
    >
      <Choice
        label={write('label.status')}
        name="status"
        value={filters.status}
        words={STATUSES}
        write={(word) => writeWord('status', word)}
        none={write('inspections.any')}
      />
      <Choice
        label={write('label.outcome')}
        name="outcome"
        value={filters.outcome}
        words={OUTCOMES}
        write={(word) => writeWord('outcome', word)}
        none={write('inspections.any')}
      />
      <Field label={write('label.reference')} name="reference" defaultValue={filters.reference} />
      <Field label={write('inspections.type')} name="type" defaultValue={filters.type} />
      <Field label={write('inspections.from')} name="from" type="date" defaultValue={filters.from} />
      <Field label={write('inspections.until')} name="until" type="date" defaultValue={filters.until} />
      <Button kind="secondary" type="submit">
        {write('inspections.search')}
      </Button>
      {Object.keys(filters).length > 0 && (
        <Button kind="secondary" onPress={() => void navigate({ search: {} })}>
          {write('inspections.clear')}
        </Button>
      )}
    </form>
  );
};
