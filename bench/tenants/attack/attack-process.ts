// Run by open-stage.ts as a process of its own, so that what it costs is not what is measured: one organisation does
// the worst that it may, all at once.
import { setPriority } from 'node:os';
import { FAULTS } from './faults.ts';
import { prepareAttack, type Attack, type AttackOrder } from './prepare-attack.ts';

// An attacker has machines of their own: this process must not take the processors of the service.
setPriority(19);

let attack: Attack | undefined;
let stopping = new AbortController();
let running: Promise<unknown> = Promise.resolve();

// First who attacks; their limits are set once they are ready. Then `start` and `stop`, which says how the calls ended.
process.on('message', (command: AttackOrder | 'start' | 'stop') => {
  if (command === 'start') {
    stopping = new AbortController();
    running = Promise.all(FAULTS.map((bringAbout) => bringAbout(attack!, stopping.signal)));
  } else if (command === 'stop') {
    stopping.abort();
    void running.then(() => process.send!(attack!.tally.take()));
  } else {
    void prepareAttack(command).then((prepared) => {
      attack = prepared;
      process.send!('ready');
    });
  }
});
process.on('disconnect', () => process.exit(0));
