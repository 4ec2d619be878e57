import type { Part } from './row.ts';

const HTTP = 'apps/server/src/http';
const JOIN = 'apps/server/src/features/join';
const SWEEP = 'journeys/contract-sweep/contract-sweep.test.ts';

export const CLIENTS: Part = {
  heading: 'Clients that are careless or hostile',
  rows: [
    {
      fault: 'Two servers race for one key; another body, method, credential or organisation uses it',
      holds: 'one run; 422 for another body; what is another key runs on its own',
      tests: [
        [
          'journeys/idempotency.test.ts',
          'makes one session of 50 parallel calls with one key over two server processes',
        ],
        [
          'journeys/idempotency.test.ts',
          'of one key raced over two processes with two bodies one runs, and with other methods, credentials and organisations each',
        ],
        [`${HTTP}/write-once.test.ts`, 'is 422 with another body, and leaves the first reply as it was'],
        [`${HTTP}/write-once.test.ts`, 'the same key'],
      ],
    },
    {
      fault:
        'A one-time code is guessed 200 times at once, from many places, after a reissue, too late; a link is used at once from two devices',
      holds: 'five guesses are judged, then 423; one device has the link, the other none',
      tests: [
        [
          `${JOIN}/redeem-in-parallel.test.ts`,
          'of 200 guesses at once, from 200 places, exactly five are judged',
        ],
        [
          `${JOIN}/redeem-in-parallel.test.ts`,
          '200 guesses among which the right code hides: at most five are judged, whatever comes first',
        ],
        [
          `${JOIN}/redeem-in-parallel.test.ts`,
          'one link, 25 calls from each of two devices at once: one device has all, the other none',
        ],
        [
          `${JOIN}/join-routes.test.ts`,
          'the code is good until its 600 seconds are over, and asking then answers otp_expired either way',
        ],
        [
          `${JOIN}/join-routes.test.ts`,
          'a reissue gives five new tries on the new link, while the locked one is gone',
        ],
        [`${JOIN}/device-pin.test.ts`, 'behind one proxy that is trusted'],
      ],
    },
    {
      fault: 'A cursor is changed, of another list, filter or organisation, or rows come and go while paging',
      holds: '400; of the rows that stay none is skipped and none repeated',
      tests: [
        [
          'journeys/paging.test.ts',
          'refuses a cursor with any one bit flipped, and one of other filters or another organisation',
        ],
        ['journeys/paging.test.ts', 'gives each of 1 000 sessions once while others are created'],
        ['apps/server/src/platform/database/cursor.test.ts', 'is refused when it is %s'],
        [
          'apps/server/src/platform/database/list-page.test.ts',
          'skips and repeats none of the stable rows while others come and go',
        ],
      ],
    },
    {
      fault:
        'A body is too large, without end, of a wrong length, too deep, no UTF-8, no JSON, or aims at a prototype',
      holds: '4xx with the place, nothing is made, no prototype changes',
      tests: [
        [`${HTTP}/read-json-body.test.ts`, 'the size of a body'],
        [`${HTTP}/read-json-body.test.ts`, 'the encoding of a body'],
        [`${HTTP}/read-json-body.test.ts`, 'the content of a body'],
      ],
    },
    {
      fault:
        'Small bodies and files that cost much: deep JSON, wrong keys, long names, drawings, pictures, logos, recordings',
      holds: 'no process ends, nothing is answered 500, and a neighbour is answered each time',
      tests: [
        [
          'journeys/hostile-requests.test.ts',
          '$what, by $by: refused or kept, by a process that lives and answers the others',
        ],
        [
          'journeys/hostile-requests.test.ts',
          'ended no process, and none of them said that a request failed',
        ],
        [`${HTTP}/limits/take-turn.test.ts`, 'a large body'],
        [
          `${HTTP}/apply-policy.test.ts`,
          'without a credential counts by its size: the largest ends the minute of its address, a refused token does not',
        ],
      ],
    },
    {
      fault:
        'A small request is made to cost much: depth, breadth, keys, faults, long texts of every kind of character',
      holds: 'twice the size costs less than three times as much, and the largest less than 50 ms',
      tests: [
        [
          'faults/growth.test.ts',
          'whatever comes with a request costs no more than its length: each place of each route, with each shape',
        ],
        [
          'packages/contract/src/shapes/json/read-json.test.ts',
          'JSON deeper than 64 levels is refused before anything walks it: %s',
        ],
        [
          'journeys/deep-bodies.test.ts',
          'one unauthenticated request of any depth costs no more than its length, nor does one with a field token: %s',
        ],
        ['journeys/growth/patterns.test.ts', 'each pattern of the contract is linear'],
        ['journeys/growth/patterns.test.ts', 'each pattern of the code that sees text of others'],
      ],
    },
    {
      fault:
        'Headers hold control characters, are too large or given twice, smuggle a request, claim an address',
      holds:
        '4xx, nothing of them comes back, no second request is answered, the claimed address is not believed',
      tests: [
        [`${HTTP}/listen-http.test.ts`, 'a header'],
        [`${HTTP}/listen-http.test.ts`, 'a request within a request'],
        [`${HTTP}/write-once.test.ts`, 'must not be %s: 400 names it, and nothing is made'],
        [`${HTTP}/apply-policy.test.ts`, 'two Authorization headers'],
        [`${HTTP}/apply-policy.test.ts`, 'X-Forwarded-For'],
      ],
    },
    {
      fault:
        '4 servers, 50 calls at once to each; clocks are set; many keys of one organisation; a flood of wrong keys',
      holds: 'exactly the limit is admitted; a flood is refused without a row written',
      tests: [
        [
          'journeys/rate-limit.test.ts',
          'admits exactly 60 requests of a window over 4 processes with 50 parallel calls each',
        ],
        [
          'journeys/rate-limit.test.ts',
          'admits exactly the limit of each window over 2 processes, at its edges too, whichever of 20 keys of the organisation asks',
        ],
        [`${HTTP}/authenticate-credential.test.ts`, 'the limit of an organisation'],
        [`${HTTP}/authenticate-credential.test.ts`, 'the window'],
        [`${HTTP}/apply-policy.test.ts`, 'a flood without a valid credential'],
      ],
    },
    {
      fault: "Every route that takes an id is called with another organisation's",
      holds: '404, and the same answer as for what never was',
      tests: [
        [SWEEP, "%s answers ids that are not the caller's like missing ones"],
        [
          'journeys/field-token-sweep.test.ts',
          'a field token reaches its own session and nothing else, for every field route (generated sweep)',
        ],
      ],
    },
    {
      fault: 'Every route is called with every scope but its own',
      holds: '403',
      tests: [[SWEEP, '%s refuses a credential with every scope but its own']],
    },
    {
      fault: 'Requests that are generated from the contract',
      holds: 'no 5xx, no reply outside the contract, no exit, another organisation untouched',
      tests: [
        [
          'faults/contract-fuzz.test.ts',
          '20 000 requests generated from the contract: no 5xx, no reply outside the contract, no exit, another organisation untouched',
        ],
      ],
    },
    {
      fault: 'A right is revoked while requests that rest on it are under way',
      holds: 'none commits after the reply of its revocation',
      tests: [
        [
          'journeys/revocation-race.test.ts',
          'of 2 000 requests with slow bodies to 3 processes none commits after the reply of its revocation, at 200 random moments (seed ${SEED})',
        ],
      ],
    },
    {
      fault: 'A right becomes too small for requests that are under way: a role, or networks, are changed',
      holds: 'none commits after the reply of the change',
      tests: [
        [
          'journeys/revocation-race.test.ts',
          'of 600 requests with slow bodies to 3 processes none commits after the reply of the change that made its right too small, at 60 random moments (seed ${SEED})',
        ],
      ],
    },
    {
      fault: 'Hundreds of slow clients, thousands of silent connections, readers who read nothing',
      holds: 'they are cut off and given back; who asks meanwhile is answered',
      tests: [
        [
          'faults/slow-clients.test.ts',
          '5 000 connections that say nothing are cut off and given back; who asks meanwhile is answered',
        ],
        [
          'faults/slow-clients.test.ts',
          'each of 500 who %s is told 408, and cut off; who asks meanwhile is answered',
        ],
        [
          'faults/slow-clients.test.ts',
          '100 who ask for a large file and read none of it are cut off, and the file is let go; who asks meanwhile is answered',
        ],
      ],
    },
    {
      fault: 'One organisation has as many requests wait as it can',
      holds: 'they have its share of the connections, and a neighbour is answered',
      tests: [
        [
          'apps/server/src/http/share-connections.test.ts',
          'as %s have at most the connections of one organisation, and a neighbour theirs',
        ],
      ],
    },
  ],
};
