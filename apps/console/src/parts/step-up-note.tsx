import { useMe } from '../service/me.ts';
import { stepUpHref } from '../service/step-up.ts';
import { write } from '../words/words.ts';

/** As long as the service takes it (docs/sign-on.md). */
const STEP_UP_MS = 10 * 60_000;

/** Says before somebody types that the service will ask once more who they are. The service alone judges it. */
export const StepUpNote = () => {
  const { session } = useMe();
  const isFresh = session !== null && Date.now() - Date.parse(session.stepped_up_at) < STEP_UP_MS;
  if (isFresh) return null;
  return (
    <p className="note">
      {write('step_up.words')}{' '}
      <a className="link" href={stepUpHref()}>
        {write('step_up.now')}
      </a>
    </p>
  );
};
