// Run by open-hostile-stage.ts as a process of its own, so that what it costs is not what is measured: it sends 100
// requests of one kind a second, hostile or ordinary, each at its time, whether those before are answered or not.
import { setPriority } from 'node:os';
import {
  listHostileKinds,
  type HostileKind,
  type HostileTarget,
} from '../../../journeys/hostile-requests/hostile-kinds.ts';
import { monotonicMs } from '../../monotonic-ms.ts';

/** Which of the kinds is sent, with which of its bodies, and where to. */
export type HostileOrder = { index: number; body: keyof HostileKind['bodies']; target: HostileTarget };

const PER_SECOND = 100;
/** What waits for a service that stands would be sent to it for minutes afterwards. */
const AT_ONCE_MAX = 400;

// Who attacks has machines of their own: theirs must not take the processors of the service's.
setPriority(19);

const answers: Record<string, number> = {};
const count = (answer: string): void => void (answers[answer] = (answers[answer] ?? 0) + 1);
let isOver = false;
let attacking: Promise<void> = Promise.resolve();

/** Ends when the last request is answered. */
const attack = async ({ index, body, target }: HostileOrder): Promise<void> => {
  const { send, bodies } = listHostileKinds()[index]!;
  const underWay = new Set<Promise<void>>();
  const beganMs = monotonicMs();
  for (let turn = 0; !isOver; turn++) {
    const waitMs = beganMs + (1000 * turn) / PER_SECOND - monotonicMs();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (underWay.size >= AT_ONCE_MAX) {
      count('not sent');
      continue;
    }
    const sent = send(target, bodies[body])
      .then((statuses) => statuses.forEach((status) => count(String(status))))
      .catch(() => count('broken'))
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
  }
  await Promise.all(underWay);
};

process.on('message', (message: HostileOrder | 'stop') => {
  if (message === 'stop') {
    isOver = true;
    void attacking.then(() => process.send!(answers));
    return;
  }
  attacking = attack(message);
  process.send!({});
});
process.on('disconnect', () => process.exit(0));
