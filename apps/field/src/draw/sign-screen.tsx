import type { Evidence } from '@field-inspection/contract';
import { isSigned } from '@field-inspection/drawing';
import { useState } from 'preact/hooks';
import type { Inspection, Owner } from '../inspection.ts';
import type { Queue } from '../queue/queue.ts';
import { say } from '../texts/say.ts';
import { COLORS } from './colors.ts';
import './draw.css';
import { isNothingTaken } from './is-nothing-taken.ts';
import { Pad } from './pad.tsx';
import { Heading } from '../parts/heading.tsx';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';
import { WaysOn } from './ways-on.tsx';

export type SignScreenProps = {
  inspection: Owner & Pick<Inspection, 'fieldToken' | 'state'>;
  queue: Pick<Queue, 'items' | 'addDrawing'>;
  onDone: () => void;
};

const PAPER = { width: 3000, height: 1200 };
const LOOK = { color: COLORS.black, size: 36 };

/** What is confirmed, word for word, and the signature below it. */
export const SignScreen = ({ inspection, queue, onDone }: SignScreenProps) => {
  const draft = useDraft<string>(inspection, 'signature', PAPER);
  const { state, send } = useSending(inspection);
  const [isAsked, setAsked] = useState(false);
  const name = draft.more ?? inspection.state.value.participant.first_name;
  const statement = say('field.draw.statement');
  const isReady = name.trim() !== '' && isSigned(draft.sketch);
  const isDone = state === 'sent';
  const isBare = isNothingTaken(inspection.state.value, queue.items.value);
  const sign = async () => {
    setAsked(!isReady);
    if (!isReady) return;
    // What is shown is what is sent.
    const { sketch: drawing, key } = draft.read();
    const body = { name: name.trim(), statement, locale: document.documentElement.lang, drawing };
    const sent = await send<Evidence>({ method: 'POST', path: 'signature', body, key });
    if (!sent.isSent) return;
    if (sent.receipt) await queue.addDrawing({ kind: 'signature', receipt: sent.receipt });
    draft.forget();
  };
  return (
    <section class="draw">
      <Heading>{say('field.home.sign')}</Heading>
      <p id="draw-confirm">{say('field.draw.sign_intro')}</p>
      <blockquote aria-labelledby="draw-confirm">{statement}</blockquote>
      {!isDone && isBare && <p class="note">{say('field.draw.nothing_taken')}</p>}
      {!isDone && (
        <div class="draw-board" inert={state === 'sending'}>
          <label class="draw-form">
            {say('field.draw.sign_name')}
            <input
              value={name}
              maxLength={200}
              autoComplete="name"
              onInput={({ currentTarget }) => draft.note(currentTarget.value)}
            />
          </label>
          <p>{say('field.draw.sign_area')}</p>
          <Pad
            sketch={draft.sketch}
            tool="pen"
            look={LOOK}
            label={`${say('field.draw.sign_area')} ${say('field.draw.pad')}`}
            onStroke={draft.add}
          />
          <button type="button" class="secondary" onClick={draft.undo}>
            {say('field.draw.undo')}
          </button>
        </div>
      )}
      <WaysOn
        state={state}
        words={isAsked && !isReady ? say('field.draw.unsigned') : undefined}
        sendWords={say('field.home.sign')}
        isDone={isDone}
        onSend={() => void sign()}
        onDone={onDone}
      />
    </section>
  );
};
