import { Icon } from '../parts/icon.tsx';
import { say } from '../texts/say.ts';
import type { UsedDraft } from './use-draft.ts';

type TakeBack = { draft: Pick<UsedDraft, 'sketch' | 'canUndo' | 'undo' | 'clear'> };

/** Apart from the tools, since a slip on them costs what was drawn; undo brings back what was cleared, too. */
export const TakeBack = ({ draft: { sketch, canUndo, undo, clear } }: TakeBack) => (
  <div class="draw-back">
    <Way name="undo" isOpen={canUndo} onTap={undo} />
    <Way name="clear" isOpen={sketch.strokes.length > 0} onTap={clear} />
  </div>
);

type Way = { name: 'undo' | 'clear'; isOpen: boolean; onTap: () => void };

const Way = ({ name, isOpen, onTap }: Way) => (
  <button
    type="button"
    aria-label={say(`field.draw.${name}`)}
    aria-disabled={!isOpen}
    onClick={() => isOpen && onTap()}
  >
    <Icon name={name} />
  </button>
);
