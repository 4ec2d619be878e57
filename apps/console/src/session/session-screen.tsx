import type { Session } from '@field-inspection/sdk';
import { NotFoundError } from '@field-inspection/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { Chip } from '../parts/chip.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Fact } from '../parts/fact.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { useMay } from '../service/me.ts';
import { NotFound } from '../shell/not-found.tsx';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { AskedShots } from './asked-shots.tsx';
import { hasEnded } from './count-shots.ts';
import { Drawings } from './drawings.tsx';
import { EndSession } from './end-session.tsx';
import { History } from './history.tsx';
import { Outcome } from './outcome.tsx';
import { People } from './people.tsx';
import { Photos } from './photos.tsx';
import { Bundle, Report } from './report.tsx';
import { useSessionName } from './use-session-name.ts';
import { useSession } from './session-queries.ts';

export const SessionScreen = () => {
  const { sessionId } = getRouteApi('/inspections/$sessionId').useParams();
  const query = useSession(sessionId);
  if (query.error instanceof NotFoundError) return <NotFound />;
  return <Asked query={query}>{(session) => <Reviewed session={session} />}</Asked>;
};

const Reviewed = ({ session }: { session: Session }) => (
  <Screen heading={useSessionName(session)} actions={<Actions session={session} />}>
    <Facts session={session} />
    <div className="columns">
      <div>
        <Section heading={write('section.shots')} scope="evidence:read">
          <AskedShots session={session} />
        </Section>
        <Section heading={write('section.photos')} scope="evidence:read">
          <Photos session={session} />
        </Section>
        <Section heading={write('section.drawings')} scope="evidence:read">
          <Drawings session={session} />
        </Section>
      </div>
      <div>
        <Section heading={write('label.outcome')} scope="sessions:read">
          <Outcome session={session} key={session.outcome?.set_at} />
        </Section>
        <Section heading={write('section.people')} scope="participants:read">
          <People session={session} />
        </Section>
        <Section heading={write('section.audit')} scope="audit:read">
          <History sessionId={session.id} />
        </Section>
      </div>
    </div>
    <InCode calls={[CALLS.getSession(session.id), CALLS.listEvidence(session.id)]} />
  </Screen>
);

/** Until it has ended, an inspection goes on in its live room. */
const ToLive = ({ session }: { session: Session }) => {
  if (!useMay('sessions:write') || hasEnded(session)) return null;
  return (
    <Link className="button" to="/inspections/$sessionId/live" params={{ sessionId: session.id }}>
      {write('live.enter')}
    </Link>
  );
};

const Actions = ({ session }: { session: Session }) => (
  <div className="actions">
    <ToLive session={session} />
    <Report session={session} />
    <Bundle session={session} />
    <EndSession session={session} />
    <CopyButton text={session.id} label={write('session.copy_id')} done={write('session.copied_id')} />
  </div>
);

const Facts = ({ session }: { session: Session }) => (
  <>
    <dl className="facts">
      <div>
        <dt>{write('label.status')}</dt>
        <dd>
          <Chip group="status" word={session.status} />
        </dd>
      </div>
      {session.type && <Fact name={write('inspections.type')} value={session.type} />}
      {session.site_address && <Fact name={write('label.site_address')} value={session.site_address} />}
      {session.scheduled_for && (
        <Fact name={write('label.scheduled')} value={writeTime(session.scheduled_for)} />
      )}
      {session.started_at && <Fact name={write('label.started')} value={writeTime(session.started_at)} />}
      {session.ended_at && <Fact name={write('label.ended')} value={writeTime(session.ended_at)} />}
      <Fact name={write('label.operator')} value={session.operator_email} />
    </dl>
    {session.notes && (
      <p className="text notes" dir="auto">
        {session.notes}
      </p>
    )}
  </>
);
