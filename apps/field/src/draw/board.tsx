import { fitText, SKETCH_LIMITS, type SketchPoint } from '@field-inspection/drawing';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, Spoken } from '@field-inspection/ui';
import { say } from '../texts/say.ts';
import { Icon } from '../parts/icon.tsx';
import { type ColorName, COLORS } from './colors.ts';
import { Pad, type Tool } from './pad.tsx';
import { TakeBack } from './take-back.tsx';
import type { UsedDraft } from './use-draft.ts';

export type BoardProps = {
  draft: UsedDraft;
  colors: readonly ColorName[];
  picture?: string | undefined;
};

const PEN_SHARE = 1 / 64;
const TEXT_SHARE = 1 / 16;

export const Board = ({ draft, colors, picture }: BoardProps) => {
  const { sketch, isFull, add } = draft;
  const [tool, setTool] = useState<Tool>('pen');
  const [color, setColor] = useState<ColorName>(colors[0]!);
  const [point, setPoint] = useState<SketchPoint>();
  useWholeScreen();
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
      <div class="draw-tools">
        <ToolChoice
          tool={tool}
          onTool={(chosen) => {
            setPoint(undefined);
            setTool(chosen);
          }}
        />
        <TakeBack draft={draft} />
        {point ? (
          <TextForm point={point} onText={write} />
        ) : (
          <ColorChoice color={color} colors={colors} onColor={setColor} />
        )}
      </div>
      <div class="draw-room">
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
      </div>
      <Spoken>{isFull ? say('field.draw.full') : ''}</Spoken>
    </>
  );
};

/** The name and the contact leave the screen to the pad. */
const useWholeScreen = () =>
  useLayoutEffect(() => {
    const { classList } = document.body;
    classList.add('drawing');
    return () => classList.remove('drawing');
  }, []);

type TextForm = { point: SketchPoint; onText: (text: string) => void };

/** Takes the place of the colours, so that the pad stays where it is, and the keyboard covers neither field nor button. */
const TextForm = ({ point, onText }: TextForm) => {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // At once: some phones open the keyboard only while the tap still counts.
  useLayoutEffect(() => field.current?.focus(), [point]);
  return (
    <form
      class="draw-words"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onText(text);
      }}
    >
      <input
        ref={field}
        class="input"
        dir="auto"
        aria-label={say('field.draw.tool_text')}
        value={text}
        maxLength={SKETCH_LIMITS.textLength / 2}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button>{say('field.draw.text_add')}</Button>
    </form>
  );
};

const TOOLS: readonly Tool[] = ['pen', 'arrow', 'text'];

const ToolChoice = ({ tool, onTool }: { tool: Tool; onTool: (tool: Tool) => void }) => (
  <div class="draw-kinds">
    {TOOLS.map((each) => (
      <button key={each} type="button" aria-pressed={each === tool} onClick={() => onTool(each)}>
        <Icon name={each} />
        {say(`field.draw.tool_${each}`)}
      </button>
    ))}
  </div>
);

type ColorChoice = {
  color: ColorName;
  colors: readonly ColorName[];
  onColor: (color: ColorName) => void;
};

const ColorChoice = ({ color, colors, onColor }: ColorChoice) => (
  <div class="draw-colors">
    {colors.map((each) => (
      <button
        key={each}
        type="button"
        aria-label={say(`field.draw.color_${each}`)}
        aria-pressed={each === color}
        onClick={() => onColor(each)}
      >
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <circle cx="5" cy="5" r="4.5" fill={COLORS[each]} />
        </svg>
      </button>
    ))}
  </div>
);
