import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { AuthenticationError } from '@field-inspection/sdk';
import { useState } from 'react';
import { Failure } from '../parts/failure.tsx';
import { meQuery } from '../service/me.ts';
import { write } from '../words/words.ts';
import { SignedOut, type Left } from './signed-out.tsx';
import { TopBar } from './top-bar.tsx';

/** Every screen is within it, once it is known who is signed in. */
export const Shell = () => {
  const [left, setLeft] = useState<Left>();
  if (left) return <SignedOut left={left} />;
  return <Inside onLeft={setLeft} />;
};

const Inside = ({ onLeft }: { onLeft: (left: Left) => void }) => {
  const me = useQuery(meQuery);
  // The way to the page to sign in is under way.
  const isWaiting = !me.data && (!me.error || me.error instanceof AuthenticationError);
  if (isWaiting)
    return (
      <p className="content" role="status">
        {write('working')}
      </p>
    );
  if (!me.data)
    return (
      <main className="content">
        <Failure error={me.error} onRetry={() => void me.refetch()} />
      </main>
    );
  return (
    <>
      <a className="skip" href="#content">
        {write('skip')}
      </a>
      <TopBar me={me.data} onLeft={onLeft} />
      <main className="content" id="content">
        <Outlet />
      </main>
    </>
  );
};
