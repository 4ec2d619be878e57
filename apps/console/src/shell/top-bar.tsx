import type { Me } from '@field-inspection/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../parts/button.tsx';
import { client } from '../service/client.ts';
import { explainError } from '../service/explain-error.ts';
import { queryClient } from '../service/query-client.ts';
import { write } from '../words/words.ts';
import type { Left } from './signed-out.tsx';

/** Every screen names the organisation, and the member who is signed in. */
export const TopBar = ({ me, onLeft }: { me: Me; onLeft: (left: Left) => void }) => {
  const signOut = useMutation({
    mutationFn: () => client.me.signOut(),
    onSuccess: (left) => {
      onLeft(left);
      queryClient.clear();
    },
  });
  return (
    <header className="top">
      <span className="top-name" dir="auto">
        {me.organisation_name}
      </span>
      <nav className="top-nav" aria-label={write('nav.label')}>
        <Link className="tab" to="/inspections">
          {write('inspections.heading')}
        </Link>
        {me.scopes.includes('webhooks:read') && (
          <Link className="tab" to="/developers">
            {write('developers.heading')}
          </Link>
        )}
        {me.scopes.includes('org:read') && (
          <Link className="tab" to="/settings">
            {write('settings.heading')}
          </Link>
        )}
        <Link className="tab" to="/account">
          {write('account.heading')}
        </Link>
      </nav>
      <span className="top-who" dir="auto">
        {me.name}
      </span>
      <Button kind="secondary" isWaiting={signOut.isPending} onPress={() => signOut.mutate()}>
        {write('out.button')}
      </Button>
      {signOut.isError && (
        <p className="error" role="alert">
          {explainError(signOut.error)}
        </p>
      )}
    </header>
  );
};
