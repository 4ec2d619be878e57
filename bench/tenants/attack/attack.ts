// Run by start-attack.ts as a process of its own, so that what it costs is not what is measured: one organisation does
// the worst that it may, all at once.
import { setPriority } from 'node:os';
import type { AttackCommand, AttackReply } from './attack-message.ts';
import { botherRecipients } from './bother-recipients.ts';
import { endRights } from './end-rights.ts';
import { fillDisk } from './fill-disk.ts';
import { floodSignals } from './flood-signals.ts';
import { hangEndpoints } from './hang-endpoints.ts';
import { prepareAttack, type Attack } from './prepare-attack.ts';

const FAULTS = [botherRecipients, hangEndpoints, fillDisk, floodSignals, endRights];

// Who attacks has machines of their own: theirs must not take the processors of the service's.
setPriority(19);

const reply = (message: AttackReply): void => void process.send!(message);
let attack: Attack | undefined;
let stopping = new AbortController();
let running: Promise<unknown> = Promise.resolve();

process.on('message', (command: AttackCommand) => {
  if (command === 'start') {
    stopping = new AbortController();
    running = Promise.all(FAULTS.map((bringAbout) => bringAbout(attack!, stopping.signal)));
  } else if (command === 'stop') {
    stopping.abort();
    void running.then(() => reply({ outcomes: attack!.tally.take() }));
  } else {
    void prepareAttack(command.order).then((prepared) => {
      attack = prepared;
      reply('ready');
    });
  }
});
process.on('disconnect', () => process.exit(0));
