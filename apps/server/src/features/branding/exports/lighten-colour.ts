import { AA_CONTRAST, contrastOf } from '@field-inspection/contract';

/** The card of a dark page: `--card` of packages/ui/src/ui.css. */
export const DARK_CARD = '#1a1f2a';

const STEPS = 20;

/** Lightens a colour for dark pages, by no more than it takes to be read there. */
export const lightenColour = (colour: string): string => {
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => mixWithWhite(colour, step / STEPS));
  return steps.find((lighter) => contrastOf(lighter, DARK_CARD) >= AA_CONTRAST)!;
};

const mixWithWhite = (colour: string, share: number): string => {
  const parts = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16);
    return Math.round(part + (255 - part) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
};
