import { signal } from '@preact/signals';
import type { Me, MemberSession, Passkey, SsoTest } from '@field-inspection/contract';
import { turnScreens } from '../turn-screens.tsx';
import type { Organisations } from './call-sign-in.ts';
import { away, write, type SignInKey } from './words.ts';

type Said = { error?: string; notice?: string };

export type Screen =
  | { name: 'opening' }
  | ({ name: 'start' } & Said)
  /** `isWrong`: the code is wrong, rather than the way to the service broken. `me` is there for a step-up alone. */
  | ({ name: 'code'; email: string; me?: Me; isWrong?: boolean } & Said)
  | ({ name: 'choice'; organisations: Organisations } & Said)
  | ({ name: 'link'; token: string } & Said)
  | ({ name: 'company'; connection: string } & Said)
  | ({ name: 'in'; me: Me; sessions: MemberSession[]; passkeys: Passkey[] } & Said)
  | ({ name: 'passkey'; me: Me; passkey: Passkey } & Said)
  | ({ name: 'step'; me: Me } & Said)
  | { name: 'out'; url: string | null }
  | ({ name: 'test'; test: SsoTest } & Said)
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

/** The typed address stays for another code. */
export const email = signal('');
/** The typed digits stay where another try may accept them. */
export const digits = signal('');

const HEADINGS: Record<Screen['name'], SignInKey> = {
  opening: 'title',
  start: 'title',
  code: 'code.heading',
  choice: 'choice.heading',
  link: 'title',
  company: 'title',
  in: 'in.heading',
  passkey: 'passkeys.heading',
  step: 'step.heading',
  out: 'out.heading',
  test: 'test.heading',
  away: 'title',
  failed: 'failed.heading',
};

export const nameScreen = ({ name }: Screen): string => write(HEADINGS[name]);
