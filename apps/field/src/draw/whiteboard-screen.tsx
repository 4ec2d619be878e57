import type { Whiteboard } from '@field-inspection/contract';
import { fitCanvas } from '@field-inspection/drawing';
import { useState } from 'preact/hooks';
import type { Inspection, Owner } from '../inspection.ts';
import type { Queue } from '../queue/queue.ts';
import { say } from '../texts/say.ts';
import { Board } from './board.tsx';
import { PAPER_COLORS } from './colors.ts';
import './draw.css';
import { planVersion, type Saved } from './plan-version.ts';
import { Heading } from '../parts/heading.tsx';
import { useDraft } from './use-draft.ts';
import { useSending, type SendingState } from './use-sending.ts';
import { WaysOn } from './ways-on.tsx';

export type WhiteboardScreenProps = {
  inspection: Owner & Pick<Inspection, 'fieldToken'>;
  queue: Pick<Queue, 'addDrawing'>;
  onDone: () => void;
};

const PAPER = fitCanvas({ width: 4, height: 3 });

/** A sketch on white paper. Each time that it is sent is a version, and all of them are kept. */
export const WhiteboardScreen = ({ inspection, queue, onDone }: WhiteboardScreenProps) => {
  const draft = useDraft<Saved>(inspection, 'whiteboard', PAPER);
  const { state, setState, send } = useSending(inspection);
  const [words, setWords] = useState<string>();
  const saved = draft.more;
  const store = async (): Promise<void> => {
    const { sketch, key, more } = draft.read();
    const sent = await send<Whiteboard>({ ...planVersion(more, sketch), key });
    if (!sent.isSent && sent.trouble === 'conflict') {
      // Neither goes: what was drawn here is a whiteboard of its own.
      setWords(say('field.draw.conflict'));
      draft.note(undefined);
      return store();
    }
    if (!sent.isSent) return;
    const { id, version } = sent.body;
    if (sent.receipt) await queue.addDrawing({ kind: 'whiteboard', receipt: sent.receipt, whiteboard: id });
    draft.noteStored({ id, version });
  };
  const press = () => {
    setWords(undefined);
    void store();
  };
  const beginAnew = () => {
    setWords(undefined);
    setState('idle');
    draft.restart();
  };
  return (
    <section class="draw">
      <Heading>{say('field.home.sketch')}</Heading>
      <div class="draw-board" inert={state === 'sending'}>
        <Board draft={draft} colors={PAPER_COLORS} />
      </div>
      <WaysOn
        state={judgeState(state, draft.isStored)}
        words={draft.isStored ? words : undefined}
        isEmpty={draft.sketch.strokes.length === 0}
        isDone={draft.isStored}
        sendWords={say('field.draw.send')}
        onSend={press}
        onDone={onDone}
      />
      {saved && (
        <button type="button" class="secondary" onClick={beginAnew}>
          {say('field.draw.another')}
        </button>
      )}
    </section>
  );
};

/** What was sent is only stored until it is drawn on; what is stored is so after a reload, too. */
const judgeState = (state: SendingState, isStored: boolean): SendingState => {
  if (isStored) return 'sent';
  return state === 'sent' ? 'idle' : state;
};
