import type { AuditEntry } from '@field-inspection/sdk';
import { Asked } from '../parts/asked.tsx';
import { More } from '../parts/more.tsx';
import { client } from '../service/client.ts';
import { usePages } from '../service/use-pages.ts';
import { hasText, write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { useEvidence, usePeople } from './session-queries.ts';
import { namePeople, numberEvidence, wordEntry, type EntryWords } from './word-entry.ts';

const PAGE_SIZE = 50;

/** Shows the entries of the audit chain and its addenda in words, the newest first. */
export const History = ({ sessionId }: { sessionId: string }) => {
  const key = ['session', sessionId, 'history'];
  const addenda = usePages([...key, 'addenda'], (page, options) =>
    client.evidence.listAddenda(sessionId, { ...page, limit: PAGE_SIZE }, options),
  );
  const chain = usePages([...key, 'chain'], (page, options) =>
    client.evidence.listChain(sessionId, { ...page, limit: PAGE_SIZE }, options),
  );
  const known = {
    names: namePeople(usePeople(sessionId).data ?? []),
    numbers: numberEvidence(useEvidence(sessionId).data ?? []),
  };
  const list = (entries: readonly AuditEntry[]) =>
    entries.map((entry) => (
      <li key={entry.hash}>
        <time className="quiet" dateTime={entry.occurred_at}>
          {writeTime(entry.occurred_at)}
        </time>
        <span dir="auto">{wordEntry(entry, known).map(say).join(' ')}</span>
      </li>
    ));
  return (
    <>
      <Asked query={addenda}>
        {(entries) => (
          <>
            {entries.length > 0 && <ol className="history">{list(entries)}</ol>}
            <More query={addenda} />
          </>
        )}
      </Asked>
      <Asked query={chain}>
        {(entries) => (
          <>
            <ol className="history">{list(entries)}</ol>
            <More query={chain} />
          </>
        )}
      </Asked>
    </>
  );
};

const lists = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' });

const say = ({ key, values, state, fields = [] }: EntryWords): string =>
  write(hasText(key) ? key : 'audit.other', {
    ...values,
    name: values.name || write('unknown'),
    ...(state !== undefined && { state: writeWord('consent', state).toLocaleLowerCase() }),
    fields: lists.format(fields.map((field) => writeWord('changed', field))),
    // A piece that the list does not have leaves no number.
  }).replaceAll(/\s+/g, ' ');
