import { writeWord } from '../words/words.ts';

const TONES: Record<string, string> = {
  active: 'good',
  applied: 'good',
  delivered: 'good',
  open: 'good',
  recording: 'good',
  joined: 'good',
  accepted: 'good',
  rejected: 'bad',
  failed: 'bad',
  bounced: 'bad',
  dropped: 'bad',
  gone: 'bad',
  failing: 'bad',
  unread: 'bad',
  refused: 'bad',
  disabled: 'bad',
  revoked: 'bad',
  locked: 'bad',
  you: 'doubt',
  paused: 'doubt',
  inconclusive: 'doubt',
};

/** A word of the service with its colour; the word says it all. */
export const Chip = ({ group, word }: { group: string; word: string }) => (
  <span className={`chip ${TONES[word] ?? ''}`}>{writeWord(group, word)}</span>
);
