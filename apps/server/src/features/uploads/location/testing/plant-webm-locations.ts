import { needle, pictures, LOCATION, type PlantedVideo } from './planted-video.ts';

export const element = (id: number, content: Buffer | string, sizeBytes = 2): Buffer => {
  const body = Buffer.from(content as string, 'latin1');
  const size = Buffer.from(
    (BigInt(body.length) | (1n << BigInt(7 * sizeBytes))).toString(16).padStart(2 * sizeBytes, '0'),
    'hex',
  );
  return Buffer.concat([writeId(id), size, body]);
};

export const open = (id: number, content: Buffer): Buffer =>
  Buffer.concat([writeId(id), Buffer.from('01ffffffffffffff', 'hex'), content]);

const writeId = (id: number): Buffer => {
  const digits = id.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
};

const BLOCK = element(0xa3, Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), pictures]));
export const CLUSTER = element(0x1f43b675, Buffer.concat([element(0xe7, '\0', 1), BLOCK]), 4);
const OPEN_CLUSTER = open(0x1f43b675, Buffer.concat([element(0xe7, '\0', 1), BLOCK]));

/** A type of 1 is pictures. */
export const tracks = (type: number, ...more: Buffer[]): Buffer =>
  element(
    0x1654ae6b,
    element(
      0xae,
      Buffer.concat([
        element(0xd7, '\x01', 1),
        element(0x73c5, '\x01', 1),
        element(0x83, Buffer.from([type]), 1),
        element(0x86, 'V_VP8', 1),
        element(0xe0, Buffer.concat([element(0xb0, '\xa0', 1), element(0xba, '\x78', 1)]), 1),
        ...more,
      ]),
    ),
  );

const info = (...more: Buffer[]): Buffer =>
  element(0x1549a966, Buffer.concat([element(0x2ad7b1, '\x0f\x42\x40', 1), ...more]));
const INFO = info(element(0x5741, 'test', 1));
const clustered = (...more: Buffer[]): Buffer =>
  element(0x1f43b675, Buffer.concat([element(0xe7, '\x01', 1), ...more]), 4);
const grouped = (...more: Buffer[]): Buffer =>
  clustered(element(0xa0, Buffer.concat([element(0xa1, '\x81\0\0\0pictures'), ...more])));
const TAG = (name: string) =>
  element(
    0x1254c367,
    element(
      0x7373,
      Buffer.concat([
        element(0x63c0, '', 1),
        element(0x67c8, Buffer.concat([element(0x45a3, name, 1), element(0x4487, LOCATION, 1)])),
      ]),
    ),
  );
const headed = (...more: Buffer[]): Buffer =>
  element(
    0x1a45dfa3,
    Buffer.concat([
      element(0x4286, '\x01', 1),
      element(0x42f7, '\x01', 1),
      element(0x42f2, '\x04', 1),
      element(0x42f3, '\x08', 1),
      element(0x4282, 'webm', 1),
      element(0x4287, '\x04', 1),
      element(0x4285, '\x02', 1),
      ...more,
    ]),
    2,
  );
export const EBML = headed();
const SEGMENT = 0x18538067;

const webm = (...parts: Buffer[]): PlantedVideo => ({
  file: Buffer.concat([EBML, element(SEGMENT, Buffer.concat(parts), 4)]),
  needle,
  pictures,
});
const streamed = (...parts: Buffer[]): PlantedVideo => ({
  file: Buffer.concat([EBML, open(SEGMENT, Buffer.concat(parts))]),
  needle,
  pictures,
});

export const PLANTED_WEBM: [string, PlantedVideo][] = [
  ['LOCATION before the pictures', webm(INFO, tracks(1), TAG('LOCATION'), CLUSTER)],
  ['LOCATION behind the pictures', webm(INFO, tracks(1), CLUSTER, TAG('LOCATION'))],
  [
    'RECORDING_LOCATION of a recorder that streams',
    streamed(INFO, tracks(1), TAG('RECORDING_LOCATION'), OPEN_CLUSTER, OPEN_CLUSTER),
  ],
  [
    'a tag behind what was streamed',
    streamed(INFO, tracks(1), OPEN_CLUSTER, TAG('com.apple.quicktime.location.ISO6709')),
  ],
  ['a title', webm(info(element(0x7ba9, LOCATION)), tracks(1), CLUSTER)],
  ['the name of a file', webm(info(element(0x7384, LOCATION)), tracks(1), CLUSTER)],
  ['the name of the file before', webm(info(element(0x3c83ab, LOCATION)), tracks(1), CLUSTER)],
  ['who wrote it', webm(info(element(0x5741, LOCATION)), tracks(1), CLUSTER)],
  ['who put it together', webm(info(element(0x4d80, LOCATION)), tracks(1), CLUSTER)],
  ['the name of a track', webm(INFO, tracks(1, element(0x536e, LOCATION)), CLUSTER)],
  ['the name of a codec', webm(INFO, tracks(1, element(0x258688, LOCATION)), CLUSTER)],
  ['the setup of a codec that has none', webm(INFO, tracks(1, element(0x63a2, LOCATION)), CLUSTER)],
  ['a language', webm(INFO, tracks(1, element(0x22b59c, LOCATION)), CLUSTER)],
  ['additions to a block', webm(INFO, tracks(1), CLUSTER, grouped(element(0x75a1, LOCATION)))],
  [
    'a block of a track that is not there',
    webm(INFO, tracks(1), CLUSTER, clustered(element(0xa3, `\x82\0\0\x80${LOCATION}`))),
  ],
  ['a block that is encrypted', webm(INFO, tracks(1), CLUSTER, clustered(element(0xaf, LOCATION)))],
  [
    'empty space in the first head',
    {
      ...webm(INFO, tracks(1), CLUSTER),
      file: Buffer.concat([
        headed(element(0xec, LOCATION)),
        webm(INFO, tracks(1), CLUSTER).file.subarray(EBML.length),
      ]),
    },
  ],
  ['an attached file', webm(INFO, tracks(1), element(0x1941a469, LOCATION), CLUSTER)],
  ['a chapter', webm(INFO, tracks(1), element(0x1043a770, LOCATION), CLUSTER)],
  ['empty space', webm(INFO, tracks(1), element(0xec, LOCATION), CLUSTER)],
  [
    'a tag whose size is written long',
    webm(INFO, tracks(1), element(0x1254c367, TAG('LOCATION').subarray(6), 8), CLUSTER),
  ],
];
