import type { Part } from './row.ts';

const DISPATCH = 'apps/server/src/features/webhooks/dispatch';
const SAFE_FETCH = 'apps/server/src/platform/safe-fetch';

export const WEBHOOKS: Part = {
  heading: 'Webhooks, and where they lead',
  rows: [
    {
      fault: 'Two workers and one due retry, told many times or not at all',
      holds: 'it is sent once, and what nobody told of is found by polling',
      tests: [
        [
          'journeys/webhook-notifications.test.ts',
          'two workers and one due retry, each told of it many times: it is sent once',
        ],
        ['journeys/webhook-notifications.test.ts', 'a job that no worker was told of is found by polling'],
        [`${DISPATCH}/start-dispatch.test.ts`, 'finds what nobody told it of, also while it can not listen'],
      ],
    },
    {
      fault:
        'A receiver refuses, resets, is silent, drips, never ends, floods, packs a bomb, redirects, has a bad certificate',
      holds:
        'the outcome is in the log, the retry follows the schedule, 16 KiB at most are kept, no redirect is followed',
      tests: [
        [
          `${DISPATCH}/deliver-attempt.faults.test.ts`,
          'whatever the receiver does has its outcome in the log, and a retry by the schedule',
        ],
        [
          `${SAFE_FETCH}/create-safe-fetch.faults.test.ts`,
          'of a body, 16 KiB are kept and the rest is not read',
        ],
        [`${SAFE_FETCH}/create-safe-fetch.faults.test.ts`, 'one deadline ends every way of never finishing'],
        [`${SAFE_FETCH}/create-safe-fetch.faults.test.ts`, '%d, and no connection goes where it points'],
        [`${DISPATCH}/deliver-attempt.retries.test.ts`, 'a failed delivery'],
      ],
    },
    {
      fault:
        'A name leads elsewhere at the delivery than at the creation, into a private network, or nowhere',
      holds: 'nothing is sent to a private address, and the delivery fails like any other',
      tests: [
        [`${DISPATCH}/deliver-attempt.faults.test.ts`, 'a name that now resolves to %s gets no packet'],
        [`${SAFE_FETCH}/create-safe-fetch.dns.test.ts`, 'where a name leads is judged at each request'],
        [`${SAFE_FETCH}/create-safe-fetch.dns.test.ts`, 'a name that does not resolve'],
        [
          `${SAFE_FETCH}/resolve-target.test.ts`,
          'follows a CNAME chain to its addresses, so that these are judged',
        ],
      ],
    },
    {
      fault: 'A URL spells a private address, a port, a scheme or a host in an odd way',
      holds: '400 when the endpoint is made, and nothing is sent to it later either',
      tests: [
        [`${SAFE_FETCH}/check-target-url.test.ts`, 'checkTargetUrl'],
        [
          'apps/server/src/features/webhooks/endpoints/create-webhook-endpoint.test.ts',
          '400 for %s, and no request is made',
        ],
        [`${SAFE_FETCH}/create-safe-fetch.test.ts`, 'goes nowhere for a URL that is refused'],
      ],
    },
    {
      fault: 'A secret is rotated in the middle of a chain of retries',
      holds: 'both sign for 24 hours, the old one no longer',
      tests: [
        [
          `${DISPATCH}/deliver-attempt.secrets.test.ts`,
          'a secret that is rotated in a retry chain signs beside the new one for 24 hours, and no attempt after',
        ],
        [
          'apps/server/src/features/webhooks/endpoints/update-webhook-endpoint.rotation.test.ts',
          'signs beside the old one for 24 hours, to the millisecond, then alone',
        ],
      ],
    },
    {
      fault: 'A job makes no sense, or is about what is gone',
      holds: 'it fails alone, is not tried for ever, and is listed for the operator; others go on',
      tests: [
        [
          'journeys/webhook-poison.test.ts',
          'a poison job fails alone and waits for its next try; one for what is gone ends; neither holds anything up',
        ],
        ['apps/server/src/platform/jobs/given-up-jobs.test.ts', 'a job that gave up'],
      ],
    },
    {
      fault: 'Many deliveries wait: for later, for another endpoint, for another organisation',
      holds: 'what is due is found by its index, and no page of the others is read',
      tests: [
        [`${DISPATCH}/thorough/claim-attempts.cost.test.ts`, 'touches no page of theirs when that one %s'],
        [
          `${DISPATCH}/sweep-deliveries.job.test.ts`,
          'reads what is due and what waits by their indexes, however much is scheduled',
        ],
        [
          `${DISPATCH}/claim-attempts.organisation.test.ts`,
          'an organisation with 40 endpoints that hang and 10 events',
        ],
      ],
    },
    {
      fault: 'One event for 1 000 endpoints, of which 100 are dead',
      holds: 'each of the others gets it once',
      tests: [
        [
          'journeys/webhook-fan-out.test.ts',
          'one event for 1 000 endpoints, of which 100 are dead, reaches each of the 900 others once',
        ],
      ],
    },
    {
      fault: 'The mail or SMS provider refuses, is slow, or is sent the same message again',
      holds:
        'the message keeps its id, is tried again for 15 minutes, and is recorded as sent once; a reminder goes out once; one that is refused for good says so at once',
      tests: [
        [
          'apps/server/src/features/notifications/thorough/mail-refusals.test.ts',
          'a message that the mail server refuses for now, twice, and takes slowly at last is sent once, always under one id',
        ],
        ['apps/server/src/features/notifications/send-message.job.test.ts', 'the job'],
        [
          'apps/server/src/features/notifications/message-fate.test.ts',
          'what is not taken for 15 minutes fails then, and not after 25 tries',
        ],
        [
          'apps/server/src/features/notifications/thorough/resume-after-kill.test.ts',
          'a message whose worker is killed while sending is sent by another, under the same id',
        ],
        [
          'apps/server/src/features/notifications/send-reminders.test.ts',
          'each is sent once, however often its job runs',
        ],
        ['apps/server/src/platform/messages/create-mailer.test.ts', 'gives up on a server that never speaks'],
      ],
    },
    {
      fault:
        'Whoever else the service calls refuses, is silent, drips, floods, lies about itself or breaks off: mail, SMS, timestamps, revocation, signing, objects',
      holds: 'the work ends by its deadline, can be done again, and holds nobody up',
      tests: [
        [
          'journeys/hostile-peers.test.ts',
          '%s refuses, is silent, drips, floods, lies about itself or breaks off: the work ends in time, can be done again, and holds nobody up',
        ],
        [
          'faults/hostile-peers.test.ts',
          '%s refuses, is silent, says a byte a second, floods, lies about itself or breaks off: the work ends by its own deadline, can be done again, and holds nobody up',
        ],
      ],
    },
  ],
};
