import type { ReactNode } from 'react';

type Props = {
  label: string;
  /** The filters of the address, and all that the choices rest on. */
  shown: unknown;
  onChange: (chosen: Record<string, unknown>) => void;
  children: ReactNode;
};

/** A choice filters at once, and the address has it. The choices are those of the address, also after the way back. */
export const Filters = ({ label, shown, onChange, children }: Props) => (
  <form
    className="filters"
    role="search"
    aria-label={label}
    key={JSON.stringify(shown)}
    onChange={(event) => onChange(Object.fromEntries(new FormData(event.currentTarget)))}
  >
    {children}
  </form>
);
