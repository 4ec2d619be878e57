import { Link } from '@tanstack/react-router';
import { Screen } from '../parts/screen.tsx';
import { write } from '../words/words.ts';

export const NotFound = () => (
  <Screen heading={write('not_found.heading')}>
    <p className="text">{write('not_found.words')}</p>
    <Link className="link" to="/">
      {write('not_found.home')}
    </Link>
  </Screen>
);
