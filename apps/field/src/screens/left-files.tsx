import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { UnsentFilesProps } from '../queue/unsent-files.tsx';
import { sessionId, type KeptEnd } from '../service/kept-session.ts';
import { loadRoomTexts } from '../texts/load-room-texts.ts';
import type { LeftDrawingsProps } from '../draw/left-drawings.tsx';

type LeftFilesProps = Pick<UnsentFilesProps, 'reason'> & {
  /** Whose; without, those of each participant that the device has been. */
  participantId?: string;
  drawings?: KeptEnd['drawings'];
};

type Screens = { Files: ComponentType<UnsentFilesProps>; Drawings: ComponentType<LeftDrawingsProps> };

/** What was not sent before the way in was over: its file comes when it is needed, and says nothing where all is stored. */
export const LeftFiles = ({ participantId, drawings = [], reason }: LeftFilesProps) => {
  const screens = useSignal<Screens | undefined>(undefined);
  useEffect(() => {
    const load = async () => {
      const [{ UnsentFiles: Files }, { LeftDrawings: Drawings }] = await Promise.all([
        import('../queue/unsent-files.tsx'),
        import('../draw/left-drawings.tsx'),
        loadRoomTexts(),
      ]);
      screens.value = { Files, Drawings };
    };
    const tryLoad = () => void load().catch(() => undefined);
    tryLoad();
    addEventListener('online', tryLoad);
    return () => removeEventListener('online', tryLoad);
  }, []);
  if (!screens.value) return null;
  const { Files, Drawings } = screens.value;
  const owner = { sessionId, participantId };
  return (
    <>
      <Files owner={owner} reason={reason} hasDrawings={drawings.length > 0} />
      {drawings.length > 0 && <Drawings owner={owner} reason={reason} drawings={drawings} />}
    </>
  );
};
