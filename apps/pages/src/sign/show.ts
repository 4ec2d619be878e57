import { signal } from '@preact/signals';
import type { SigningRequest, SigningView } from '@field-inspection/contract';
import type { End } from './refusals.ts';
import { write } from './words.ts';

type Complaint = { error?: string };

export type Screen =
  | { name: 'opening' }
  | ({ name: 'start'; request: SigningRequest; notice?: string | undefined } & Complaint)
  /** `isWrong`: the code is wrong, rather than the way to the service broken. */
  | ({ name: 'code'; request: SigningRequest; notice?: string | undefined; isWrong?: boolean } & Complaint)
  | ({ name: 'review'; view: SigningView; hasRead: boolean } & Complaint)
  | ({ name: 'declining'; view: SigningView } & Complaint)
  | { name: 'away'; url: string }
  | { name: 'returning' }
  /** `view` is null where only the link is known, and so no report. */
  | { name: 'signed'; organisation: string; view: SigningView | null }
  | { name: 'ended'; end: End }
  | { name: 'failed'; error: string; again: () => void };

/** A new `turn` begins the screen anew with its heading. A new `complaint` is read out even in the same words. */
export const shown = signal<{ screen: Screen; turn: number; complaint: number }>({
  screen: { name: 'opening' },
  turn: 0,
  complaint: 0,
});
export const organisation = signal('');
/** The typed digits stay where another try may accept them. */
export const digits = signal('');

/** The heading takes the focus, so that a screen reader tells each step. */
export const show = (screen: Screen): void => {
  const { turn, complaint } = shown.value;
  shown.value = { screen, turn: turn + 1, complaint };
  const heading = nameScreen(screen);
  document.title = heading === write('title') ? heading : `${heading} – ${write('title')}`;
};

export const complain = (error: string, more: { isWrong?: boolean; notice?: string } = {}): void => {
  const { screen, turn, complaint } = shown.value;
  shown.value = { screen: { ...screen, error, ...more } as Screen, turn, complaint: complaint + 1 };
};

export const isShown = (name: Screen['name']): boolean => shown.value.screen.name === name;

export const nameScreen = (screen: Screen): string => {
  if (screen.name === 'opening') return write('title');
  if (screen.name === 'start')
    return write('start.heading', { organisation: screen.request.organisation_name });
  if (screen.name === 'ended') return write(`ended.${screen.end}.heading`);
  return write(HEADINGS[screen.name]);
};

const HEADINGS = {
  code: 'code.heading',
  review: 'review.heading',
  declining: 'decline.heading',
  away: 'away.heading',
  returning: 'return.heading',
  signed: 'signed.heading',
  failed: 'ended.problem.heading',
} as const;
