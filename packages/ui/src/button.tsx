import type { ComponentChildren } from 'preact';
import { isBusy } from './is-busy.ts';

type Button = {
  onTap?: (() => void) | undefined;
  kind?: 'main' | 'secondary' | 'danger';
  isWaiting?: boolean;
  children: ComponentChildren;
};

/** Waits while a call is under way, and keeps the focus then. Without onTap it submits its form. */
export const Button = ({ onTap, kind = 'main', isWaiting = isBusy.value, children }: Button) => (
  <button
    type={onTap ? 'button' : 'submit'}
    class={`button ${kind}`}
    aria-disabled={isWaiting}
    onClick={() => !isWaiting && onTap?.()}
  >
    {children}
  </button>
);
