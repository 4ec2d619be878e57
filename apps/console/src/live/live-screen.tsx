import type { Session } from '@field-inspection/sdk';
import { NotFoundError } from '@field-inspection/sdk';
import type { FieldMessage, OperatorMessage } from '@field-inspection/signalling';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { CALLS } from '../code/calls.ts';
import { InCode } from '../code/in-code.tsx';
import { Asked } from '../parts/asked.tsx';
import { Screen } from '../parts/screen.tsx';
import { NotAllowed, Section } from '../parts/section.tsx';
import { useMay } from '../service/me.ts';
import { hasEnded } from '../session/count-shots.ts';
import { EndSession } from '../session/end-session.tsx';
import { useSession } from '../session/session-queries.ts';
import { useSessionName } from '../session/use-session-name.ts';
import { NotFound } from '../shell/not-found.tsx';
import { write } from '../words/words.ts';
import { Arrived } from './arrived.tsx';
import { AskMore } from './ask-more.tsx';
import { Bar } from './bar.tsx';
import type { Size } from './find-point.ts';
import { ShotsToTake } from './shots-to-take.tsx';
import { Shutter } from './shutter.tsx';
import { Sounds } from './sounds.tsx';
import { Stage } from './stage.tsx';
import { useArriving } from './use-arriving.ts';
import { useRoom } from './use-room.ts';
import { useShutter } from './use-shutter.ts';

/** Here an operator sees what the phone sees, and asks it for photos. */
export const LiveScreen = () => {
  const { sessionId } = getRouteApi('/inspections/$sessionId/live').useParams();
  const query = useSession(sessionId);
  if (query.error instanceof NotFoundError) return <NotFound />;
  return <Asked query={query}>{(session) => <Named session={session} />}</Asked>;
};

const Named = ({ session }: { session: Session }) => {
  const may = useMay('sessions:write');
  return (
    <Screen heading={useSessionName(session)} actions={<Actions session={session} />}>
      {!may && <NotAllowed />}
      {may &&
        (hasEnded(session) ? <p className="text">{write('live.ended')}</p> : <Room session={session} />)}
      <InCode calls={[CALLS.createMediaConnection(session.id), CALLS.updateShots(session.id)]} />
    </Screen>
  );
};

const Actions = ({ session }: { session: Session }) => (
  <div className="actions">
    <Link className="link" to="/inspections/$sessionId" params={{ sessionId: session.id }}>
      {write('new.open')}
    </Link>
    <EndSession session={session} />
  </div>
);

const Room = ({ session }: { session: Session }) => {
  const shutter = useShutter();
  const { seen, room, enterAgain } = useRoom(session.id, (message: FieldMessage) => shutter.hear(message));
  const [size, setSize] = useState<Size>();
  const say = useCallback((message: OperatorMessage) => room.current?.say(message) ?? 0, [room]);
  const stream = [...seen.streams.values()].at(-1);
  const isConnected = seen.peers.some(({ connection }) => connection === 'connected');
  const arriving = useArriving(session.id, shutter.still);
  return (
    <>
      <Bar session={session} seen={seen} hasPicture={size !== undefined} onAgain={enterAgain} />
      <div className="live">
        <Section heading={write('live.picture')} scope="sessions:write">
          <Stage stream={stream} size={size} onSize={setSize} say={say} />
          <div className="actions">
            <Sounds stream={stream} onVoice={(voice) => room.current?.speak(voice)} />
          </div>
        </Section>
        <div>
          <Section heading={write('section.shots')} scope="evidence:read">
            <Shutter
              still={shutter.still}
              isArriving={arriving}
              isDisabled={!isConnected}
              onPress={() => shutter.take(say)}
            />
            <ShotsToTake
              session={session}
              isDisabled={!isConnected}
              onTake={(slot) => shutter.take(say, slot)}
            />
            <AskMore session={session} />
          </Section>
          <Section heading={write('live.arrived')} scope="evidence:read">
            <Arrived session={session} />
          </Section>
        </div>
      </div>
    </>
  );
};
