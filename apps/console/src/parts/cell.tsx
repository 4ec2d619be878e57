import type { ReactNode } from 'react';

type Props = { name: string; isCut?: boolean; children: ReactNode };

/** A cell of a table. On a narrow screen each row is a card, in which a cell says by itself what it is. */
export const Cell = ({ name, isCut = false, children }: Props) => (
  <td className={isCut ? 'cut' : undefined} data-name={name} dir={isCut ? 'auto' : undefined}>
    {children}
  </td>
);
