import { signal } from '@preact/signals';
import { readPage } from '../page.ts';
import { openVerifier } from './open-verifier.ts';
import { type Finding, type VerifyKey, type VerifyTexts, writeText } from './words/finding.ts';

type VerifyPageData = {
  root: string;
  head: string;
  isMalformed: boolean;
  texts: VerifyTexts;
};

export const { root, head, isMalformed, texts } = readPage<VerifyPageData>();
export const language = { texts, tag: document.documentElement.lang };

/** Foreign values go into the page as text alone. */
export const write = (key: VerifyKey, values: Record<string, string> = {}): string =>
  writeText(language, key, values);

type Root = { name: string; bytes: Uint8Array; fingerprints: readonly string[] };

type Judged = { id: number; name: string; finding: Finding; details: string };

/** Once the verifier is loaded no network is needed. */
export const isReady = signal(false);
export const alarm = signal(isMalformed ? texts['head.malformed'] : '');
export const working = signal<{ name: string; share: number } | undefined>(undefined);
export const judged = signal<Judged | undefined>(undefined);
export const roots = signal<readonly Root[]>([]);
export const refusedRoots = signal('');

/** Added roots judge the last file anew. */
let lastFile: File | undefined;
let shownId = 0;

// The thread is loaded with the page, so that it is there when the network is not.
const order = openVerifier(() => new Worker(`${root}verify/assets/verifier.js`), {
  ready: () => void (isReady.value = true),
  failed: () => {
    working.value = undefined;
    alarm.value = texts['failed.load'];
  },
});

const CERTIFICATE_FILE = /\.(pem|crt|cer|der)$/i;

export const take = (files: readonly File[]): void => {
  const certificates = files.filter(({ name }) => CERTIFICATE_FILE.test(name));
  const [file] = files.filter(({ name }) => !CERTIFICATE_FILE.test(name));
  if (certificates.length > 0) addRoots(certificates);
  if (file) verify(file);
};

const verify = (file: File): void => {
  const { name } = file;
  lastFile = file;
  judged.value = undefined;
  working.value = { name, share: 0 };
  const message = {
    kind: 'verify',
    file,
    roots: roots.value.map(({ bytes }) => bytes),
    expectedHead: head || null,
    language,
    now: Date.now(),
  } as const;
  shownId = order(message, (told) => {
    // An answer about an earlier file comes too late.
    if (told.id !== shownId || told.kind === 'roots') return;
    if (told.kind === 'progress') {
      working.value = { name, share: told.share };
      return;
    }
    working.value = undefined;
    // Otherwise added roots would start the same failing file again.
    if (told.kind === 'ended') lastFile = undefined;
    const { finding, details } = told.kind === 'ended' ? ENDED : told;
    judged.value = { id: told.id, name, finding, details };
  });
};

const ENDED: Pick<Judged, 'finding' | 'details'> = {
  finding: {
    tone: 'bad',
    heading: texts['failed.heading'],
    lead: texts['failed.late'],
    fault: null,
    proven: [],
    unproven: [],
    facts: [],
    groups: [],
  },
  details: '',
};

/** Adds roots that the person trusts, and judges the last file anew. */
export const addRoots = (files: readonly File[]): void => {
  refusedRoots.value = '';
  for (const file of files) {
    const { name } = file;
    order({ kind: 'roots', file }, (told) => {
      if (told.kind !== 'roots' || told.fingerprints.length === 0) {
        refusedRoots.value = write('roots.refused', { name });
        return;
      }
      const { bytes, fingerprints } = told;
      trust([...roots.value.filter((each) => each.name !== name), { name, bytes, fingerprints }]);
    });
  }
};

export const removeRoot = (name: string): void => trust(roots.value.filter((each) => each.name !== name));

const trust = (trusted: readonly Root[]): void => {
  roots.value = trusted;
  if (lastFile) verify(lastFile);
};
