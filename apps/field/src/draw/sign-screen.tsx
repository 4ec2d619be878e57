import { isSigned, type Sketch } from '@field-inspection/drawing';
import { useRef, useState } from 'preact/hooks';
import { Button, Heading } from '@field-inspection/ui';
import type { FieldSessionState, Inspection, Owner } from '../inspection.ts';
import { countPhotos } from '../queue/count-photos.ts';
import type { Queue } from '../queue/queue.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';
import { say } from '../texts/say.ts';
import { COLORS } from './colors.ts';
import './draw.css';
import { isNothingTaken, listMissing } from './list-missing.ts';
import { Pad } from './pad.tsx';
import { isPassing } from './judge-drawing.ts';
import type { Drawings } from './open-drawings.ts';
import type { Signing } from './send-drawing.ts';
import { StrokeView } from './stroke-view.tsx';
import { TakeBack } from './take-back.tsx';
import { type UsedDraft, useDraft } from './use-draft.ts';
import { WaysOn } from './ways-on.tsx';

export type SignScreenProps = {
  inspection: Owner & Pick<Inspection, 'state'>;
  queue: Pick<Queue, 'items'>;
  drawings: Drawings;
  onDone: () => void;
};

const PAPER = { width: 3000, height: 1200 };
const LOOK = { color: COLORS.black, size: 48 };

/** Shows the statement to confirm, word for word, and the signature below it. */
export const SignScreen = ({ inspection, queue, drawings, onDone }: SignScreenProps) => {
  const draft = useDraft<Signing>(inspection, 'signature', PAPER);
  const state = drawings.stateOf('signature');
  const isDone = state === 'sent';
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const name = draft.more?.name ?? nameOf(inspection.state.value.participant);
  const doubts = judgeTaken(inspection.state.value, queue.items.value);
  // A signature that is under way confirms what was shown when it was given.
  const isGiven = state === 'waiting' || state === 'sending' || isPassing(state);
  const statement = (isGiven && draft.more?.statement) || chooseStatement(doubts);
  const signed = useSigned(drawings, { name, statement, sketch: draft.sketch });
  const lacks = { name: name.trim() === '', signature: !isSigned(draft.sketch) };
  const sign = () => {
    const isLacking = lacks.name || lacks.signature;
    setAsked(isLacking);
    if (isLacking) return focusOn(form.current, lacks.name ? 'input' : '.draw-pad');
    if (!isPassing(state))
      draft.finish({ name: name.trim(), statement, locale: document.documentElement.lang });
    drawings.send('signature');
  };
  return (
    <section class="part draw">
      <Heading>{say('field.home.sign')}</Heading>
      <p id="draw-confirm">{say('field.draw.sign_intro')}</p>
      <blockquote aria-labelledby="draw-confirm" dir="auto">
        {isDone ? signed.statement : statement}
      </blockquote>
      {isDone ? <SignedName {...signed} /> : <Doubts {...doubts} />}
      {!isDone && (
        <div ref={form} class="draw-board" inert={state === 'sending'}>
          <NameField
            name={name}
            isWrong={isAsked && lacks.name}
            onName={(given) => draft.note({ name: given })}
          />
          <SignatureField draft={draft} />
        </div>
      )}
      <p class="error" role="alert">
        {isAsked && sayLacking(lacks)}
      </p>
      <WaysOn
        state={state === 'waiting' ? 'sending' : state}
        sendWords={say('field.home.sign')}
        isLacking={lacks.name || lacks.signature}
        isDone={isDone}
        onSend={sign}
        onDone={onDone}
      />
      {isDone && (
        <Button kind="secondary" onTap={() => drawings.leave('signature')}>
          {say('field.draw.sign_again')}
        </Button>
      )}
    </section>
  );
};

const focusOn = (form: HTMLElement | null, name: 'input' | '.draw-pad'): void =>
  form?.querySelector<HTMLElement>(name)?.focus();

const judgeTaken = (state: FieldSessionState, items: readonly QueueItem[]): Doubts => ({
  isBare: isNothingTaken(state, items),
  missing: listMissing(state, items),
  refused: countPhotos(items).refused,
});

type Doubts = { isBare: boolean; missing: readonly string[]; refused: number };

const chooseStatement = ({ isBare, missing, refused }: Doubts): string => {
  const isWhole = !isBare && missing.length === 0 && refused === 0;
  return say(isWhole ? 'field.draw.statement' : 'field.draw.statement_partial');
};

/** Says what the statement leaves out. */
const Doubts = ({ isBare, missing, refused }: Doubts) => (
  <>
    {isBare && <p class="note">{say('field.draw.nothing_taken')}</p>}
    {!isBare && missing.length > 0 && (
      <p class="note" dir="auto">
        {say('field.done.missing')}: {missing.join(', ')}
      </p>
    )}
    {refused > 0 && <p class="note">{say('field.queue.not_sent', { count: refused })}</p>}
  </>
);

const SignatureField = ({ draft }: { draft: UsedDraft }) => (
  <>
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
  </>
);

type Signed = { name: string; statement: string; sketch: Sketch };

/** A stored draft is forgotten; who comes back still sees what they signed, until the page is loaded anew. */
const signatures = new WeakMap<Drawings, Signed>();

const useSigned = (drawings: Drawings, now: Signed): Signed => {
  if (now.sketch.strokes.length > 0) signatures.set(drawings, now);
  return signatures.get(drawings) ?? now;
};

/** Stored states may be older than the last name in them. */
const nameOf = ({ first_name, last_name }: { first_name: string; last_name?: string }): string =>
  [first_name, last_name].filter(Boolean).join(' ');

const SignedName = ({ name, sketch: { width, height, strokes } }: Omit<Signed, 'statement'>) => (
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

const sayLacking = ({ name, signature }: { name: boolean; signature: boolean }): string => {
  if (name) return say(signature ? 'field.draw.unsigned' : 'field.draw.name_missing');
  return signature ? say('field.draw.sign_missing') : '';
};

type NameField = { name: string; isWrong: boolean; onName: (name: string) => void };

const NameField = ({ name, isWrong, onName }: NameField) => (
  <label class="label draw-form">
    {say('field.draw.sign_name')}
    <input
      class="input"
      dir="auto"
      value={name}
      maxLength={200}
      autoComplete="name"
      aria-invalid={isWrong}
      onInput={({ currentTarget }) => onName(currentTarget.value)}
    />
  </label>
);
