import type { Whiteboard } from '@field-inspection/contract';
import { fitCanvas } from '@field-inspection/drawing';
import { useState } from 'preact/hooks';
import type { Inspection, Owner } from '../inspection.ts';
import { say } from '../texts/say.ts';
import { Board } from './board.tsx';
import { PAPER_COLORS } from './colors.ts';
import './draw.css';
import { planVersion, type Saved } from './plan-version.ts';
import { Heading } from '../parts/heading.tsx';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';
import { WaysOn } from './ways-on.tsx';

export type WhiteboardScreenProps = {
  inspection: Owner & Pick<Inspection, 'fieldToken'>;
  onDone: () => void;
};

const PAPER = fitCanvas({ width: 4, height: 3 });

/** A sketch on white paper. Each time that it is sent is a version, and all of them are kept. */
export const WhiteboardScreen = ({ inspection, onDone }: WhiteboardScreenProps) => {
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
        state={state}
        words={state === 'sent' ? words : undefined}
        isEmpty={draft.sketch.strokes.length === 0}
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
