import { Button } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { COLORS, type ColorName } from './colors.ts';
import type { Tool } from './pad.tsx';

const TOOLS: readonly Tool[] = ['pen', 'arrow', 'text'];

export type ToolbarProps = {
  tool: Tool;
  color: ColorName;
  colors: readonly ColorName[];
  canUndo: boolean;
  onTool: (tool: Tool) => void;
  onColor: (color: ColorName) => void;
  onUndo: () => void;
};

export const Toolbar = ({ tool, color, colors, canUndo, onTool, onColor, onUndo }: ToolbarProps) => (
  <div class="draw-tools">
    <div>
      {TOOLS.map((each) => (
        <button
          key={each}
          type="button"
          class="button"
          aria-pressed={each === tool}
          onClick={() => onTool(each)}
        >
          {say(`field.draw.tool_${each}`)}
        </button>
      ))}
      <Button isWaiting={!canUndo} onTap={onUndo}>
        {say('field.draw.undo')}
      </Button>
    </div>
    <div>
      {colors.map((each) => (
        <button
          key={each}
          type="button"
          class="button draw-color"
          aria-label={say(`field.draw.color_${each}`)}
          aria-pressed={each === color}
          onClick={() => onColor(each)}
        >
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <circle cx="5" cy="5" r="4" fill={COLORS[each]} />
          </svg>
        </button>
      ))}
    </div>
  </div>
);
