import { signal } from '@preact/signals';
import type { SharedReport, SigningRequest, SigningView } from '@field-inspection/contract';
import { turnScreens } from '../turn-screens.tsx';
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
  | { name: 'report'; report: SharedReport }
  | { name: 'away'; url: string }
  | { name: 'returning' }
  /** `view` is null where only the link is known, and so no report. */
  | { name: 'signed'; organisation: string; view: SigningView | null }
  | { name: 'ended'; end: End }
  | { name: 'failed'; error: string; again: () => void };

export const { shown, show, complain, isShown, Complaint } = turnScreens<
  Screen,
  { isWrong?: boolean; notice?: string }
>({
  first: { name: 'opening' },
  nameScreen: (screen) => nameScreen(screen),
  nameTitle: () => write('title'),
});
export const organisation = signal('');
/** The typed digits stay where another try may accept them. */
export const digits = signal('');

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
  report: 'report.heading',
  declining: 'decline.heading',
  away: 'away.heading',
  returning: 'return.heading',
  signed: 'signed.heading',
  failed: 'ended.problem.heading',
} as const;
