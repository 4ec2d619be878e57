import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { UnsentFilesProps } from '../queue/unsent-files.tsx';
import { sessionId } from '../service/kept-session.ts';
import { loadRoomTexts } from '../texts/load-room-texts.ts';

type LeftFilesProps = Omit<UnsentFilesProps, 'owner'> & {
  /** Whose; without, those of each participant that the device has been. */
  participantId?: string;
};

/** What was not sent before the way in was over: its file comes when it is needed, and says nothing where all is stored. */
export const LeftFiles = ({ participantId, ...props }: LeftFilesProps) => {
  const screen = useSignal<{ Shown: ComponentType<UnsentFilesProps> } | undefined>(undefined);
  useEffect(() => {
    const load = async () => {
      const [{ UnsentFiles: Shown }] = await Promise.all([
        import('../queue/unsent-files.tsx'),
        loadRoomTexts(),
      ]);
      screen.value = { Shown };
    };
    const tryLoad = () => void load().catch(() => undefined);
    tryLoad();
    addEventListener('online', tryLoad);
    return () => removeEventListener('online', tryLoad);
  }, []);
  const Shown = screen.value?.Shown;
  return Shown ? <Shown owner={{ sessionId, participantId }} {...props} /> : null;
};
