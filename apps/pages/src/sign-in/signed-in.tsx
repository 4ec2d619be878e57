import type { MemberSession } from '@field-inspection/contract';
import { Button } from '@field-inspection/ui';
import { endSession, signOut, wayOn } from './journey.ts';
import { OwnPasskeys, Times } from './own-passkeys.tsx';
import { Complaint, type Screen } from './show.ts';
import { write } from './words.ts';

export const SignedIn = ({ me, sessions, passkeys, error }: Extract<Screen, { name: 'in' }>) => (
  <>
    <section class="part">
      <dl class="facts">
        <Fact name={write('in.name')} value={me.name ?? ''} more={me.email ?? ''} />
        <Fact name={write('in.organisation')} value={me.organisation_name} />
        {me.role && <Fact name={write('in.role')} value={write(`role.${me.role}`)} />}
      </dl>
      <Complaint text={error} />
      <a class="button" href={wayOn}>
        {write('in.continue')}
      </a>
      <Button kind="secondary" onTap={() => void signOut()}>
        {write('out.button')}
      </Button>
    </section>
    <section class="part">
      <h2 class="subheading">{write('sessions.heading')}</h2>
      <ul class="sessions">
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </section>
    <OwnPasskeys me={me} passkeys={passkeys} />
  </>
);

export const Fact = ({ name, value, more }: { name: string; value: string; more?: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span dir="auto">{value}</span>
      {more && (
        <span class="quiet" dir="auto">
          {more}
        </span>
      )}
    </dd>
  </div>
);

const Session = ({ session }: { session: MemberSession }) => {
  const { id, device, is_current: isCurrent } = session;
  return (
    <li class="session">
      <p class="text">
        <strong dir="auto">{device}</strong>
        {isCurrent && <span class="badge">{write('sessions.current')}</span>}
        <Times {...session} />
      </p>
      {!isCurrent && (
        <Button kind="secondary" onTap={() => void endSession(id)}>
          {write('sessions.end', { device })}
        </Button>
      )}
    </li>
  );
};
