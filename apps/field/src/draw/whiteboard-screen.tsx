import { fitCanvas } from '@field-inspection/drawing';
import { Button, Heading } from '@field-inspection/ui';
import type { Owner } from '../inspection.ts';
import { say } from '../texts/say.ts';
import { Board } from './board.tsx';
import { PAPER_COLORS } from './colors.ts';
import './draw.css';
import { type DrawingState, isPassing } from './judge-drawing.ts';
import type { Drawings } from './open-drawings.ts';
import type { Saved } from './send-drawing.ts';
import { useDraft } from './use-draft.ts';
import { WaysOn } from './ways-on.tsx';

export type WhiteboardScreenProps = {
  inspection: Owner;
  drawings: Drawings;
  onDone: () => void;
};

const PAPER = fitCanvas({ width: 4, height: 3 });

export const WhiteboardScreen = ({ inspection, drawings, onDone }: WhiteboardScreenProps) => {
  const draft = useDraft<Saved>(inspection, 'whiteboard', PAPER);
  const told = drawings.stateOf('whiteboard');
  const state = judgeState(told, draft.isStored);
  const send = () => {
    if (!isPassing(state)) draft.finish();
    drawings.send('whiteboard');
  };
  return (
    <section class="part draw draw-whole">
      <Heading>{say('field.home.sketch')}</Heading>
      <div class="draw-board" inert={state === 'sending'}>
        <Board draft={draft} colors={PAPER_COLORS} />
      </div>
      <WaysOn
        state={state}
        words={draft.isStored && told === 'conflict' ? say('field.draw.conflict') : undefined}
        isEmpty={draft.sketch.strokes.length === 0}
        isDone={draft.isStored}
        sendWords={say('field.draw.send')}
        onSend={send}
        onDone={onDone}
      />
      {draft.more && (
        <Button kind="secondary" onTap={draft.restart}>
          {say('field.draw.another')}
        </Button>
      )}
    </section>
  );
};

/** A stored drawing stays sent over a reload; a sent drawing stops being sent once it is drawn on. */
const judgeState = (told: DrawingState, isStored: boolean): DrawingState => {
  if (isStored) return 'sent';
  if (told === 'waiting') return 'sending';
  return told === 'sent' || told === 'conflict' ? 'idle' : told;
};
