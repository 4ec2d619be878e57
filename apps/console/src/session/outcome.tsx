import type { Outcome as OutcomeWord, Session } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Label, Radio, RadioGroup, TextArea, TextField } from 'react-aria-components';
import { Chip } from '../parts/chip.tsx';
import { Said } from '../parts/said.tsx';
import { NotAllowed } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-time.ts';
import { askAgain } from './session-queries.ts';

const OUTCOMES: OutcomeWord[] = ['accepted', 'rejected', 'inconclusive'];

/** What the inspection came to. It may be said again: the last one counts. */
export const Outcome = ({ session }: { session: Session }) => {
  const mayWrite = useMay('sessions:write');
  const { outcome, status } = session;
  return (
    <>
      {outcome && (
        <p className="text">
          <Chip group="outcome" word={outcome.outcome} /> <span dir="auto">{outcome.note}</span>{' '}
          <span className="quiet">{writeTime(outcome.set_at)}</span>
        </p>
      )}
      {status !== 'closed' && <p className="quiet">{write('session.outcome_later')}</p>}
      {status === 'closed' && (mayWrite ? <OutcomeForm session={session} /> : <NotAllowed />)}
    </>
  );
};

const OutcomeForm = ({ session: { id, outcome: before } }: { session: Session }) => {
  const [outcome, setOutcome] = useState<string | null>(before?.outcome ?? null);
  const [note, setNote] = useState(before?.note ?? '');
  const save = useMutation({
    mutationFn: (word: string) => client.sessions.setOutcome(id, { outcome: word as OutcomeWord, note }),
    onSuccess: () => askAgain(id),
  });
  return (
    <>
      <RadioGroup className="field" value={outcome} onChange={setOutcome}>
        <Label className="label">{write('label.outcome')}</Label>
        {OUTCOMES.map((word) => (
          <Radio className="radio" key={word} value={word}>
            {writeWord('outcome', word)}
          </Radio>
        ))}
      </RadioGroup>
      <TextField className="field" value={note} onChange={setNote} maxLength={2000}>
        <Label className="label">{write('session.note')}</Label>
        <TextArea className="input" dir="auto" rows={3} />
      </TextField>
      <Button
        className="button"
        isDisabled={outcome === null}
        isPending={save.isPending}
        onPress={() => save.mutate(outcome!)}
      >
        {write('session.save_outcome')}
      </Button>
      <Said saving={save} done={write('saved')} />
    </>
  );
};
