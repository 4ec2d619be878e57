import { signal } from '@preact/signals';
import type { Me, MemberSession } from '@field-inspection/contract';
import { turnScreens } from '../turn-screens.tsx';
import type { Organisations } from './call-sign-in.ts';
import { away, write, type SignInKey } from './words.ts';

/** Fault that another try may mend, said beside the field; a notice says what was done. */
type Said = { error?: string; notice?: string };

export type Screen =
  | { name: 'opening' }
  | ({ name: 'start' } & Said)
  /** `isWrong`: the code itself is at fault, and not the way to the service. `me`: who is signed in, and steps up. */
  | ({ name: 'code'; email: string; me?: Me; isWrong?: boolean } & Said)
  | ({ name: 'choice'; organisations: Organisations } & Said)
  | ({ name: 'link'; token: string } & Said)
  | ({ name: 'in'; me: Me; sessions: MemberSession[] } & Said)
  | ({ name: 'step'; me: Me } & Said)
  | { name: 'out' }
  | { name: 'away'; url: string }
  | { name: 'failed'; error: string; again: () => void };

export const { shown, show, complain, isShown, Complaint } = turnScreens<
  Screen,
  { isWrong?: boolean; notice?: string }
>({
  first: away ? { name: 'away', url: away.url } : { name: 'opening' },
  nameScreen: (screen) => nameScreen(screen),
  nameTitle: () => write('title'),
});

/** Address typed: it stays for another code. */
export const email = signal('');
/** Digits typed of the code: they stay where another try may accept them. */
export const digits = signal('');

const HEADINGS: Record<Screen['name'], SignInKey> = {
  opening: 'title',
  start: 'title',
  code: 'code.heading',
  choice: 'choice.heading',
  link: 'title',
  in: 'in.heading',
  step: 'step.heading',
  out: 'out.heading',
  away: 'title',
  failed: 'failed.heading',
};

export const nameScreen = ({ name }: Screen): string => write(HEADINGS[name]);
