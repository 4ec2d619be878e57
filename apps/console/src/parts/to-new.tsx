import { Link } from '@tanstack/react-router';
import { useMay } from '../service/me.ts';
import { write } from '../words/words.ts';

/** Leads who may create inspections to a new one. */
export const ToNew = () =>
  useMay('sessions:write') && (
    <Link className="button" to="/inspections/new">
      {write('new.heading')}
    </Link>
  );
