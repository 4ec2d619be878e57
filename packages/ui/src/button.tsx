import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** A call is under way that the person waits for: buttons wait with them. */
export const isBusy = signal(false);

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
