import type { Outcome as OutcomeWord, Session } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Chip } from '../parts/chip.tsx';
import { Lines } from '../fields/field.tsx';
import { Radios } from '../fields/radios.tsx';
import { Said } from '../parts/said.tsx';
import { NotAllowed } from '../parts/section.tsx';
import { client } from '../service/client.ts';
import { useMay } from '../service/me.ts';
import { write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { askAgain } from './session-queries.ts';

const OUTCOMES: OutcomeWord[] = ['accepted', 'rejected', 'inconclusive'];

/** The outcome of an inspection. It may be said again: the last one counts. */
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
  const [outcome, setOutcome] = useState<OutcomeWord | null>((before?.outcome ?? null) as OutcomeWord | null);
  const [note, setNote] = useState(before?.note ?? '');
  const save = useMutation({
    mutationFn: (word: OutcomeWord) => client.sessions.setOutcome(id, { outcome: word, note }),
    onSuccess: () => askAgain(id),
  });
  return (
    <>
      <Radios
        label={write('label.outcome')}
        words={OUTCOMES}
        value={outcome}
        write={(word) => writeWord('outcome', word)}
        onChange={setOutcome}
      />
      <Lines
        label={write('session.note')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        maxLength={2000}
      />
      <Button
        kind={before ? 'secondary' : 'main'}
        isDisabled={outcome === null}
        isWaiting={save.isPending}
        onPress={() => save.mutate(outcome!)}
      >
        {write('session.save_outcome')}
      </Button>
      <Said saving={save} done={write('saved')} />
    </>
  );
};
