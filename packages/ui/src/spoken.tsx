import type { ComponentChildren } from 'preact';

/** A text that is read out when it changes. */
export const Spoken = ({ id, children }: { id?: string; children: ComponentChildren }) => (
  <p id={id} class="text" role="status">
    {children}
  </p>
);
