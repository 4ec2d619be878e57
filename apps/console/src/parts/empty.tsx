import type { ReactNode } from 'react';

/** Stands where a list is empty, and leads on. */
export const Empty = ({ words, children }: { words: string; children?: ReactNode }) => (
  <div className="empty">
    <p className="quiet">{words}</p>
    {children}
  </div>
);
