import type { Session } from '@field-inspection/sdk';
import { NotFoundError } from '@field-inspection/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { Asked } from '../parts/asked.tsx';
import { Chip } from '../parts/chip.tsx';
import { Fact } from '../parts/fact.tsx';
import { Screen } from '../parts/screen.tsx';
import { Section } from '../parts/section.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { write } from '../words/words.ts';
import { writeTime } from '../words/write-time.ts';
import { AskedShots } from './asked-shots.tsx';
import { EndSession } from './end-session.tsx';
import { History } from './history.tsx';
import { Outcome } from './outcome.tsx';
import { People } from './people.tsx';
import { Photos } from './photos.tsx';
import { Report } from './report.tsx';
import { useSession } from './session-queries.ts';

export const SessionScreen = () => {
  const { sessionId } = getRouteApi('/inspections/$sessionId').useParams();
  const query = useSession(sessionId);
  if (query.error instanceof NotFoundError) return <NotFound />;
  return (
    <Asked query={query}>
      {(session) => (
        <Screen
          heading={session.reference || write('session.heading', { id: session.id.slice(-12) })}
          actions={<EndSession session={session} />}
        >
          <Facts session={session} />
          <div className="columns">
            <div>
              <Section heading={write('section.shots')} scope="evidence:read">
                <AskedShots session={session} />
              </Section>
              <Section heading={write('section.photos')} scope="evidence:read">
                <Photos session={session} />
              </Section>
            </div>
            <div>
              <Section heading={write('label.outcome')} scope="sessions:read">
                <Outcome session={session} key={session.outcome?.set_at} />
                <Report session={session} />
              </Section>
              <Section heading={write('section.people')} scope="participants:read">
                <People sessionId={sessionId} />
              </Section>
              <Section heading={write('section.audit')} scope="audit:read">
                <History sessionId={sessionId} />
              </Section>
            </div>
          </div>
        </Screen>
      )}
    </Asked>
  );
};

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
