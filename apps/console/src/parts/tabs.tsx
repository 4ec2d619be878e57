import { Link, type LinkProps } from '@tanstack/react-router';

export type Tab = { to: NonNullable<LinkProps['to']>; name: string };

/** The screens of one matter, of which this is one. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(({ to, name }) => (
      <Link className="tab" key={name} to={to}>
        {name}
      </Link>
    ))}
  </nav>
);
