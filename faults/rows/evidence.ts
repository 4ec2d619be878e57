import type { Part } from './row.ts';

const ANCHORS = 'apps/server/src/features/anchors';
const TAMPERED = 'packages/evidence/src/chain/verify-chain.tampered.test.ts';

export const EVIDENCE: Part = {
  heading: 'Evidence',
  rows: [
    {
      fault: 'A timestamp authority is down for a day, silent, or lies: nonce, digest, time, signature',
      holds: 'the session is closed all the same, the anchor waits and says why, and no wrong token is taken',
      tests: [
        [
          `${ANCHORS}/anchor-chain.job.faults.test.ts`,
          'TSA down, slow, lying: the session is closed all the same, and says what is pending',
        ],
        [
          `${ANCHORS}/measure-anchors.test.ts`,
          'counts pending anchors, the age of the oldest, and each try by its outcome',
        ],
        ['apps/server/src/platform/tsa-client/judge-reply.test.ts', 'the time of a token'],
      ],
    },
    {
      fault: 'A certificate of a seal or of its timestamp authority was revoked',
      holds: 'the report is invalid, at the signature that rests on it',
      tests: [
        [
          'packages/evidence/src/report/verify-report.longterm.test.ts',
          'a certificate that had been revoked',
        ],
      ],
    },
    {
      fault: 'A recorder vanishes, or its network, while a session is recorded and when it ends',
      holds: 'what it had sent is kept and processed, and no part is told to have arrived that is not kept',
      tests: [
        [
          'apps/server/src/features/uploads/fed-recording.test.ts',
          'of a recorder that is killed within a part, what had come of the part is kept, and what the part before brought',
        ],
        [
          'apps/server/src/features/uploads/fed-recording.test.ts',
          'a part that is on its way while the recording is cut is never told to have arrived where it is not kept',
        ],
        [
          'journeys/recordings-sdk.test.ts',
          'over a network that cuts it goes on where it stopped, and the recording is whole',
        ],
      ],
    },
    {
      fault: 'A recording is made to hold, or to end, what reads it',
      holds:
        'it is refused by a process of its own within its bounds, its upload fails for good, and who asks meanwhile is answered',
      tests: [
        [
          'apps/server/src/features/uploads/thorough/hostile-recordings.test.ts',
          'a recording is refused by a process of its own within 256 MiB, and who asks meanwhile is answered',
        ],
        [
          'apps/server/src/features/uploads/thorough/hostile-recordings.test.ts',
          'a recording that takes more than it may fails that upload for good, is told so, and no job repeats the crash',
        ],
        [
          'apps/server/src/features/uploads/thorough/hostile-recordings.test.ts',
          'a recording whose process the host ends is 503 and stays, and a job finishes it',
        ],
      ],
    },
    {
      fault:
        'An entry of a chain is changed, deleted, moved or cut off, or a backup from before it is restored',
      holds:
        'the database refuses it to the service; the verifier names the first bad place, and the anchor shows what is gone',
      tests: [
        [
          'journeys/chain-tampering.test.ts',
          'what the owner of the database does to a chain shows in the bundle, at its first bad place:',
        ],
        [
          'apps/server/src/features/audit/exports/append-entry.test.ts',
          'The database refuses UPDATE and DELETE on chain entries',
        ],
        [TAMPERED, 'a tampered chain is found out at its first bad place'],
        ['packages/evidence/src/chain/verify-chain.test.ts', 'what only the expected head shows'],
        [
          'journeys/verify-bundle.test.ts',
          'is broken with another fact in the chain: its entry is named; with one less: the first that is missing',
        ],
      ],
    },
    {
      fault:
        'A phone takes 50 photos without a network; then its page is loaded again, its browser is killed, the server while they come, and the browser once more',
      holds: 'each is stored once, with the hash that the phone computed, after the consent',
      tests: [
        [
          'faults/field-photos.test.ts',
          '50 photos of 12 megapixels that were taken without a network are brought home over a reload, killed browsers and a killed server: each once, as it was taken, after the consent',
        ],
        [
          'journeys/field-queue-troubles.test.ts',
          'goes on by itself where it stopped when the network was cut in the middle, and shows its receipt',
        ],
      ],
    },
    {
      fault: 'A phone in a live call, with photos on their way, has no network for 30 seconds',
      holds:
        'both go on by themselves, each photo is stored once, and the page says that the connection is lost',
      tests: [
        [
          'faults/field-network-cut.test.ts',
          'a network that is gone for 30 seconds, in the middle of uploads and of a live call: both go on by themselves, each photo is stored once, and nothing is said to be connected meanwhile',
        ],
      ],
    },
  ],
};
