import type { ComponentChildren } from 'preact';

export const Spoken = ({ id, children }: { id?: string; children: ComponentChildren }) => (
  <p id={id} class="text" role="status">
    {children}
  </p>
);
