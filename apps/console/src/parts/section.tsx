import type { Me } from '@field-inspection/sdk';
import { useId, type ReactNode } from 'react';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';

type Props = { heading: string; scope: Me['scopes'][number]; children: ReactNode };

/** A part of a screen. Who lacks the right to it reads so in its stead. */
export const Section = ({ heading, scope, children }: Props) => {
  const id = useId();
  const may = useMay(scope);
  return (
    <section className="section" aria-labelledby={id}>
      <h2 className="subheading" id={id}>
        {heading}
      </h2>
      {may ? children : <NotAllowed />}
    </section>
  );
};

export const NotAllowed = () => <p className="quiet">{write('error.permission')}</p>;
