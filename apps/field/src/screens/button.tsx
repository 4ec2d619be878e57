import type { ComponentChildren } from 'preact';
import { isBusy } from '../journey.ts';

type Button = {
  onTap?: () => void;
  kind?: 'main' | 'secondary';
  isWaiting?: boolean;
  children: ComponentChildren;
};

/** Waits while a call is under way, and keeps the focus then. Without onTap it submits its form. */
export const Button = ({ onTap, kind = 'main', isWaiting = isBusy.value, children }: Button) => (
  <button
    type={onTap ? 'button' : 'submit'}
    class={kind}
    aria-disabled={isWaiting}
    onClick={() => !isWaiting && onTap?.()}
  >
    {children}
  </button>
);
