import { isSigned, type Sketch } from '@field-inspection/drawing';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Heading } from '@field-inspection/ui';
import type { FieldSessionState, Inspection, Owner } from '../inspection.ts';
import { countPhotos } from '../queue/count-photos.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import { say } from '../texts/say.ts';
import { COLORS } from './colors.ts';
import './draw.css';
import { Pad } from './pad.tsx';
import { isPassing } from './judge-drawing.ts';
import type { Drawings } from './open-drawings.ts';
import type { Signing } from './send-drawing.ts';
import { StrokeView } from './stroke-view.tsx';
import { TakeBack } from './take-back.tsx';
import { useDraft } from './use-draft.ts';
import { WaysOn } from './ways-on.tsx';

export type SignScreenProps = {
  inspection: Owner & Pick<Inspection, 'state'>;
  queue: Pick<Queue, 'items'>;
  drawings: Drawings;
  onDone: () => void;
};

const PAPER = { width: 3000, height: 1200 };
const LOOK = { color: COLORS.black, size: 36 };

/** Shows the statement to confirm, word for word, and the signature below it. */
export const SignScreen = ({ inspection, queue, drawings, onDone }: SignScreenProps) => {
  const draft = useDraft<Signing>(inspection, 'signature', PAPER);
  const state = drawings.stateOf('signature');
  const [isAsked, setAsked] = useState(false);
  const name = draft.more?.name ?? inspection.state.value.participant.first_name;
  const signed = useSigned({ name, sketch: draft.sketch });
  const statement = say('field.draw.statement');
  const isReady = name.trim() !== '' && isSigned(draft.sketch);
  const isDone = state === 'sent';
  const isBare = isNothingTaken(inspection.state.value, queue.items.value);
  const { refused } = countPhotos(queue.items.value);
  useEffect(() => () => void (drawings.stateOf('signature') === 'sent' && drawings.leave('signature')), []);
  const sign = () => {
    setAsked(!isReady);
    if (!isReady) return;
    // The statement sent is the shown one, even if the sending comes later.
    if (!isPassing(state))
      draft.finish({ name: name.trim(), statement, locale: document.documentElement.lang });
    drawings.send('signature');
  };
  return (
    <section class="part draw">
      <Heading>{say('field.home.sign')}</Heading>
      <p id="draw-confirm">{say('field.draw.sign_intro')}</p>
      <blockquote aria-labelledby="draw-confirm" dir="auto">
        {statement}
      </blockquote>
      {!isDone && isBare && <p class="note">{say('field.draw.nothing_taken')}</p>}
      {!isDone && refused > 0 && <p class="note">{say('field.queue.not_sent', { count: refused })}</p>}
      {!isDone && (
        <div class="draw-board" inert={state === 'sending'}>
          <NameField name={name} onName={(given) => draft.note({ name: given })} />
          <div class="draw-area">
            <p>{say('field.draw.sign_area')}</p>
            <TakeBack draft={draft} />
          </div>
          <Pad
            sketch={draft.sketch}
            tool="pen"
            look={LOOK}
            label={`${say('field.draw.sign_area')} ${say('field.draw.pad')}`}
            onStroke={draft.add}
          />
        </div>
      )}
      {isDone && <SignedName {...signed} />}
      <p class="error" role="alert">
        {isAsked && sayLacking(name.trim() !== '', isSigned(draft.sketch))}
      </p>
      <WaysOn
        state={state === 'waiting' ? 'sending' : state}
        sendWords={say('field.home.sign')}
        isDone={isDone}
        onSend={sign}
        onDone={onDone}
      />
    </section>
  );
};

type Signed = { name: string; sketch: Sketch };

/** The draft is forgotten once it is stored: what was signed is still to be seen. */
const useSigned = (now: Signed): Signed => {
  const last = useRef(now);
  if (now.sketch.strokes.length > 0) last.current = now;
  return last.current;
};

const SignedName = ({ name, sketch: { width, height, strokes } }: Signed) => (
  <figure class="draw-signed">
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={say('field.ended.signature')}>
      <rect class="draw-paper" width={width} height={height} />
      {strokes.map((stroke, index) => (
        <StrokeView key={index} stroke={stroke} isOnPhoto={false} />
      ))}
    </svg>
    <figcaption dir="auto">{name}</figcaption>
  </figure>
);

const sayLacking = (isNamed: boolean, isDrawn: boolean): string => {
  if (isNamed && isDrawn) return '';
  if (isNamed) return say('field.draw.sign_missing');
  return say(isDrawn ? 'field.draw.name_missing' : 'field.draw.unsigned');
};

const NameField = ({ name, onName }: { name: string; onName: (name: string) => void }) => (
  <label class="label draw-form">
    {say('field.draw.sign_name')}
    <input
      dir="auto"
      value={name}
      maxLength={200}
      autoComplete="name"
      onInput={({ currentTarget }) => onName(currentTarget.value)}
    />
  </label>
);

/** A signature has nothing to confirm where neither this device nor the session has taken anything. */
export const isNothingTaken = (
  {
    session,
    missing_shots: missing,
  }: Pick<FieldSessionState, 'missing_shots'> & {
    session: { shots: readonly { slot: string; required: boolean }[] };
  },
  items: readonly Pick<QueueItem, 'kind' | 'state'>[],
): boolean =>
  items.every(({ kind, state }) => kind !== 'photo' || state === 'refused' || state === 'held') &&
  session.shots.every(({ slot, required }) => !required || missing.includes(slot));
