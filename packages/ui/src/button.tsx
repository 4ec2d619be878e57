import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** A call is under way that the person waits for: buttons wait with it. */
export const isBusy = signal(false);

type Button = {
  onTap?: (() => void) | undefined;
  kind?: 'main' | 'secondary' | 'danger' | 'quiet';
  isWaiting?: boolean;
  children: ComponentChildren;
};

/** A waiting button keeps the focus. Without onTap it submits its form. */
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
