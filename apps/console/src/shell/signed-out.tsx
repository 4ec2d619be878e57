import { useLayoutEffect } from 'react';
import { ROOT_URL, write } from '../words/words.ts';

export type Left = { provider_url: string | null };

export const SignedOut = ({ left }: { left: Left }) => {
  useLayoutEffect(() => {
    document.title = write('out.heading');
  }, []);
  return (
    <main className="content">
      <h1 className="heading">{write('out.heading')}</h1>
      <p className="text">{write('out.words')}</p>
      <ul className="actions">
        {left.provider_url !== null && (
          <li>
            <a className="link" href={left.provider_url}>
              {write('out.provider')}
            </a>
          </li>
        )}
        <li>
          <a className="link" href={new URL('sign-in?return=/console', ROOT_URL).href}>
            {write('out.again')}
          </a>
        </li>
      </ul>
    </main>
  );
};
