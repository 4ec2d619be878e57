import type { DrawingStroke } from '@field-inspection/contract';
import { fitText, type Sketch, SKETCH_LIMITS, type SketchPoint } from '@field-inspection/drawing';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, Spoken } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { type ColorName, COLORS } from './colors.ts';
import { Pad, type Tool } from './pad.tsx';

export type BoardProps = {
  draft: {
    sketch: Sketch;
    isFull: boolean;
    add: (stroke: DrawingStroke) => void;
    undo: () => void;
  };
  colors: readonly ColorName[];
  picture?: string | undefined;
};

const PEN_SHARE = 1 / 100;
const TEXT_SHARE = 1 / 16;

export const Board = ({ draft: { sketch, isFull, add, undo }, colors, picture }: BoardProps) => {
  const [tool, setTool] = useState<Tool>('pen');
  const [color, setColor] = useState<ColorName>(colors[0]!);
  const [point, setPoint] = useState<SketchPoint>();
  const longer = Math.max(sketch.width, sketch.height);
  const sizeOf = (share: number) => Math.round(longer * share);
  const look = { color: COLORS[color], size: sizeOf(PEN_SHARE) };
  const write = (text: string) => {
    const { at, ...fitted } = fitText({ text, at: point!, size: sizeOf(TEXT_SHARE) }, sketch);
    setPoint(undefined);
    add({ tool: 'text', color: COLORS[color], points: [[at[0], at[1]]], ...fitted });
  };
  return (
    <>
      <Toolbar
        tool={tool}
        color={color}
        colors={colors}
        canUndo={sketch.strokes.length > 0}
        onTool={(chosen) => {
          setPoint(undefined);
          setTool(chosen);
        }}
        onColor={setColor}
        onUndo={undo}
      />
      {point && <TextForm onText={write} />}
      <Pad
        sketch={sketch}
        tool={tool}
        look={look}
        picture={picture}
        label={say('field.draw.pad')}
        onStroke={add}
        onPoint={setPoint}
        point={point}
      />
      <Spoken>{isFull ? say('field.draw.full') : ''}</Spoken>
    </>
  );
};

const TextForm = ({ onText }: { onText: (text: string) => void }) => {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // At once: some phones open the keyboard only while the tap still counts.
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      class="draw-form draw-words"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onText(text);
      }}
    >
      <label class="label">
        {say('field.draw.tool_text')}
        <input
          ref={field}
          dir="auto"
          value={text}
          maxLength={SKETCH_LIMITS.textLength / 2}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <Button>{say('field.draw.text_add')}</Button>
    </form>
  );
};

const TOOLS: readonly Tool[] = ['pen', 'arrow', 'text'];

type ToolbarProps = {
  tool: Tool;
  color: ColorName;
  colors: readonly ColorName[];
  canUndo: boolean;
  onTool: (tool: Tool) => void;
  onColor: (color: ColorName) => void;
  onUndo: () => void;
};

const Toolbar = ({ tool, color, colors, canUndo, onTool, onColor, onUndo }: ToolbarProps) => (
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
