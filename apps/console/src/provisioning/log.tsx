import type { ListLogDirectoryQuery, ProvisioningEntry } from '@field-inspection/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Asked } from '../parts/asked.tsx';
import { Chip } from '../parts/chip.tsx';
import { Choice } from '../fields/choice.tsx';
import { Filters } from '../parts/filters.tsx';
import { More } from '../parts/more.tsx';
import { client } from '../service/client.ts';
import { usePages } from '../service/use-pages.ts';
import { write, writeWord } from '../words/words.ts';
import { writeTime } from '../words/write-values.ts';
import { PROVISIONING_OUTCOMES, readLogFilters, type LogFilters } from './read-log-filters.ts';

const PAGE_SIZE = 50;

/** Shows what the directory asked for in 30 days, what became of it, and why it was refused. */
export const Log = ({ filters }: { filters: LogFilters }) => {
  const navigate = useNavigate({ from: '/settings/provisioning' });
  const query = usePages(['directory-log', filters], (page, options) =>
    client.directory.listLog({ ...(filters as ListLogDirectoryQuery), ...page, limit: PAGE_SIZE }, options),
  );
  return (
    <>
      <Filters
        label={write('provisioning.find')}
        shown={filters}
        onChange={(chosen) => void navigate({ search: readLogFilters(chosen), replace: true })}
      >
        <Choice
          label={write('label.status')}
          name="outcome"
          value={filters.outcome}
          words={PROVISIONING_OUTCOMES}
          write={(word) => writeWord('provisioned', word)}
          none={write('inspections.any')}
        />
      </Filters>
      <Asked query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="quiet">{write('provisioning.log_none')}</p>
          ) : (
            <>
              <ol className="history">
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
              <More query={query} />
            </>
          )
        }
      </Asked>
    </>
  );
};

const Entry = ({ entry }: { entry: ProvisioningEntry }) => (
  <li>
    <time className="quiet" dateTime={entry.created_at}>
      {writeTime(entry.created_at)}
    </time>
    <span>
      <Chip group="provisioned" word={entry.outcome} />{' '}
      <code>
        {entry.method} {entry.resource}
      </code>{' '}
      <strong dir="auto">{entry.name}</strong>{' '}
      <span className="quiet">{[...entry.changes, entry.detail].filter(Boolean).join(', ')}</span>
    </span>
  </li>
);
